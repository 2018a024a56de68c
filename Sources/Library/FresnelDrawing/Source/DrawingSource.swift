import Geometry
import Outlines
import Platform
import Providing
import Tiles
import Tiling

/// A source that draws tiles from a delegate's groups, at any scale up to 2⁴⁴ pixels a side.
///
/// Its picture is the delegate's world: subtract the world's top left corner from a point to get
/// the point of the picture. Tiles are drawn on the source's own threads; everything else happens
/// on the thread that the source lives on, which never waits for them.
public final class DrawingSource: TileSource {
  /// The identifier of the source in every stage.
  public let id: SourceID
  /// The source's properties; available immediately.
  public var info: SourceInfo? { details }
  /// Direct: every tile costs the same.
  public var access: TilePlanner.Access { .direct }

  let delegate: any TileDelegate
  let background: PaintColor?
  let mailbox: Mailbox<(DrawCall, DrawCall.Answer)>
  let pool: CallPool<DrawCall>
  let threads: Int
  private(set) var details: SourceInfo
  /// The part of the plane that is shown, as the view knows it.
  public private(set) var world: Rect
  var levels: SourceLevels { details.levels }

  var tiles: PlannedTiles
  var calls = DrawCalls()
  /// The delegate's revision that is drawn, or was named by an invalidation.
  private var revision: UInt64
  /// True if several tiles are drawn together.
  private(set) var usesStrips: Bool
  private let stripRule: StripRule

  static let longestSide = Double(Level.longestSide)

  /// Creates a source that draws a delegate's groups.
  ///
  /// If `background` is opaque, no pixel is translucent; without it the background is transparent.
  /// At most `threads` calls run at once, not counting those that take longer than 0.25 s; the
  /// default is the number of processors.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public convenience init(
    id: SourceID = .next(), delegate: any TileDelegate, background: PaintColor? = nil,
    shape: TileShape = .usual, threads: Int? = nil
  ) throws(Errno) {
    try self.init(
      id: id, delegate: delegate, background: background, shape: shape, threads: threads,
      strips: .whereCheaper)
  }

  /// Creates a source with a rule for strips, for benchmarks.
  package init(
    id: SourceID, delegate: any TileDelegate, background: PaintColor?, shape: TileShape,
    threads: Int?, strips: StripRule
  ) throws(Errno) {
    self.id = id
    stripRule = strips
    usesStrips = strips == .always
    self.delegate = delegate
    self.background = background
    revision = delegate.revision
    world = delegate.world
    let shape = TileShape(edge: shape.edge, overlap: shape.overlap)
    details = Self.details(of: world, shape, hasAlpha: !(background.map { $0.alpha >= 1 } ?? false))
    let mailbox = try Mailbox<(DrawCall, DrawCall.Answer)>()
    self.mailbox = mailbox
    self.threads = max(1, threads ?? Processors.count)
    pool = CallPool(name: "drawing", threads: self.threads) {
      mailbox.post(($0, $0.answer(of: delegate)))
    }
    tiles = PlannedTiles(of: id, details)
  }

  deinit { close() }

  static func details(of world: Rect, _ shape: TileShape, hasAlpha: Bool) -> SourceInfo {
    let extent = Extent(width: max(world.width, 0x1p-100), height: max(world.height, 0x1p-100))
    return SourceInfo(
      levels: SourceLevels(
        extent: extent, scales: .any(upTo: longestSide / max(extent.width, extent.height)),
        shape: shape),
      hasAlpha: hasAlpha, isRandomAccess: true)
  }

  /// Bytes of tiles that are delivered, or being drawn.
  public var memoryBytes: Int {
    let drawn = calls.values.reduce(0) { sum, call in
      guard pool.hasBegun(call.id) else { return sum }
      let bytes = call.keys.reduce(0) { $0 + $1.layout.byteCount }
      return sum + (call.keys.count > 1 ? 2 * bytes : bytes)
    }
    return tiles.memory.reduce(drawn) { $0 + $1.count }
  }

  /// Adds the descriptor of its mailbox.
  public func addDescriptors(to pollSet: inout PollSet) {
    if !tiles.isClosed { pollSet.add(mailbox.descriptor) }
  }

  /// 0 if there are events to return, otherwise the next deadline of calls behind slow ones.
  public var nextDeadline: Double? {
    guard !tiles.isClosed else { return nil }
    return tiles.hasEvents ? 0 : pool.nextRelief
  }

  /// Returns a tile to the source once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { tiles.release(tile) }

  /// Closes the source: no call begins any more, and answers of running calls are dropped.
  ///
  /// It does not block.
  public func close() {
    guard !tiles.isClosed else { return }
    tiles.close()
    pool.close()
    calls.removeAll()
  }

  /// Invalidates an area of the world; call it after the delegate's content has changed.
  ///
  /// Only the tiles that touch it are drawn again, once a view wants them; until then the old ones
  /// stay visible. Strokes in pixels extend beyond the area by `pixelReach` pixels.
  public func invalidate(_ area: Rect, pixelReach: Double = 0) {
    guard !tiles.isClosed else { return }
    revision = delegate.revision
    let place = Rect(
      minX: area.minX - world.minX, minY: area.minY - world.minY, maxX: area.maxX - world.minX,
      maxY: area.maxY - world.minY)
    func isTouched(_ key: TileKey) -> Bool { levels.tile(key, touches: place, pixels: pixelReach) }
    calls.forgetTiles(where: isTouched)
    tiles.invalidate(
      .invalidated(place, pixels: pixelReach), delivered: isTouched, refused: isTouched)
    submit()
  }

  /// Draws everything again, in its new size too, if the delegate has changed without an
  /// invalidation.
  func lookForChange() {
    guard !tiles.isClosed, delegate.revision != revision else { return }
    let next = delegate.world
    guard next != world else { return invalidate(world) }
    revision = delegate.revision
    world = next
    details = Self.details(of: next, levels.shape, hasAlpha: details.hasAlpha)
    tiles.change(to: details)
    calls.removeAll()
    _ = pool.replace([])
  }
}

extension DrawingSource {
  /// Processes the tiles that the threads have drawn, and returns the events.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    guard !tiles.isClosed else { return [] }
    lookForChange()
    if pollSet.isReadable(mailbox.descriptor) {
      let usedStrips = usesStrips
      for (call, answer) in mailbox.takeAll() { take(answer, of: call) }
      if usesStrips != usedStrips { submit() }
    }
    pool.relieve(now: now)
    return tiles.takeEvents()
  }

  private func take(_ answer: DrawCall.Answer, of call: DrawCall) {
    pool.forget(call.id)
    if stripRule == .whereCheaper, case .drawn(_, let effort) = answer {
      usesStrips = effort.favorsStrips(usesStrips)
    }
    for key in calls.remove(call) {
      switch answer {
      case .drawn(let drawn, _):
        if let pixels = drawn[key] { tiles.deliver(key, pixels) }
      case .failed: tiles.refuse(key, "cairo could not draw the tile")
      }
    }
    tiles.reportIdle()
  }
}
