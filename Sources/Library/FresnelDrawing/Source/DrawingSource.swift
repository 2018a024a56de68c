import Geometry
import Outlines
import Platform
import Providing
import Tiles
import Tiling

/// A source of tiles that are drawn from a delegate's groups, at any scale up to 2⁴⁴ pixels a side.
///
/// Its picture is the delegate's world: a point of it is a point of the picture less the world's
/// top left corner. Tiles are drawn on threads of the source's own; everything else happens on the
/// one thread that the source lives on, which never waits for them.
public final class DrawingSource: TileSource {
  /// Its name in every stage.
  public let id: SourceID
  /// What it tells of itself; known at once.
  public var info: SourceInfo? { details }
  /// Any tile is as near as any other.
  public var access: TilePlanner.Access { .direct }

  let delegate: any TileDelegate
  let background: PaintColor?
  let mailbox: Mailbox<(DrawCall, DrawCall.Answer)>
  let pool: CallPool<DrawCall>
  let threads: Int
  var details: SourceInfo
  /// The part of the plane that is shown, as the view knows it.
  public internal(set) var world: Rect
  var levels: SourceLevels { details.levels }

  var tiles: PlannedTiles
  /// Which call each tile is awaited from; an answer of another one counts no more.
  var awaited: [TileKey: UInt64] = [:]
  /// Calls that were handed to the threads and have not been answered.
  var calls: [UInt64: DrawCall] = [:]
  var lastCall: UInt64 = 0
  /// The delegate's revision that what is drawn now shows, or that an invalidation has named.
  var revision: UInt64
  /// Whether tiles are drawn several at once.
  var usesStrips: Bool
  let stripRule: StripRule

  /// The longest side of a level.
  static let longestSide = Double(Level.longestSide)

  /// A source of what a delegate passes on.
  ///
  /// Where `background` is opaque no pixel is translucent; without it there is nothing behind what
  /// is drawn. At most `threads` calls run at once, apart from those that take longer than a
  /// quarter of a second: as many as there are processors where nothing is said.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  public convenience init(
    id: SourceID, delegate: any TileDelegate, background: PaintColor? = nil,
    shape: TileShape = .usual, threads: Int? = nil
  ) throws(Errno) {
    try self.init(
      id: id, delegate: delegate, background: background, shape: shape, threads: threads,
      strips: .whereCheaper)
  }

  /// The same with a rule of strips: benchmarks compare them.
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

  /// Bytes of tiles that are out, or being drawn.
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

  /// At once where there is something to tell, else when calls behind slow ones want to be looked
  /// after.
  public var nextDeadline: Double? {
    guard !tiles.isClosed else { return nil }
    return tiles.hasEvents ? 0 : pool.nextRelief
  }

  /// Takes a tile back once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { tiles.release(tile) }

  /// Ends it: no call begins any more, and what running calls answer is dropped.
  ///
  /// It waits for nothing.
  public func close() {
    guard !tiles.isClosed else { return }
    tiles.close()
    pool.close()
    forgetCalls()
  }

  func forgetCalls() {
    awaited = [:]
    calls = [:]
  }
}

extension DrawingSource {
  /// Takes what the threads have drawn.
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
    calls[call.id] = nil
    if stripRule == .whereCheaper, case .drawn(_, let effort) = answer {
      usesStrips = effort.favorsStrips(usesStrips)
    }
    for key in call.keys where awaited[key] == call.id {
      awaited[key] = nil
      switch answer {
      case .drawn(let drawn, _):
        if let pixels = drawn[key] { tiles.deliver(key, pixels) }
      case .failed: tiles.refuse(key, "cairo could not draw the tile")
      }
    }
    tiles.tellIdle()
  }
}
