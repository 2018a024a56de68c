import Geometry
import Platform
import Synchronization
import Testing
import Tiles
import Tiling

@testable import Providing

/// A gate that blocks threads until it is opened.
final class CallGate: Sendable {
  private let lock = ConditionLock()
  private let isOpen = Mutex(false)

  func pass() {
    lock.withLock { while !isOpen.withLock({ $0 }) { lock.wait() } }
  }

  func open() {
    lock.withLock {
      isOpen.withLock { $0 = true }
      lock.notify()
    }
  }
}

/// A tile of a ladder, as requested from a provider.
struct TilePosition: Hashable {
  var level: Int
  var column: Int
  var row: Int
}

extension ProvidedTileRequest {
  var position: TilePosition { TilePosition(level: level ?? -1, column: column, row: row) }
}

/// Draws numbered tiles, and records the requests in order.
// Sendable without a check: the requests are guarded by `lock`.
final class NumberedTiles: TileProvider, @unchecked Sendable {
  typealias Answer = @Sendable (ProvidedTileRequest) throws -> ProvidedTile?
  private let lock = ConditionLock()
  private var requests: [ProvidedTileRequest] = []
  private let special: Answer

  /// `special` answers tiles that are not drawn like the others.
  init(_ special: @escaping Answer = { _ in nil }) { self.special = special }

  var asked: [ProvidedTileRequest] { lock.withLock { requests } }
  var askedTiles: [TilePosition] { asked.map(\.position) }
  func forget() { lock.withLock { requests = [] } }
  /// Waits until this many calls have begun.
  func waitForCalls(_ count: Int) {
    lock.withLock { while requests.count < count { lock.wait() } }
  }

  func tile(_ request: ProvidedTileRequest) throws -> ProvidedTile {
    lock.withLock {
      requests.append(request)
      lock.notify()
    }
    return try special(request) ?? Self.drawn(request)
  }

  /// One colour, derived from the tile's numbers.
  static func drawn(_ request: ProvidedTileRequest) -> ProvidedTile {
    let color = Self.color(request.position).enumerated()
      .reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * $1.offset) }
    let pixels = [UInt32](
      repeating: color.littleEndian, count: request.size.width * request.size.height)
    return .pixels(request.size, pixels.withUnsafeBytes { Array($0) })
  }

  static func color(_ position: TilePosition) -> [UInt8] {
    [
      UInt8(position.column & 0xFF), UInt8(position.row & 0xFF),
      UInt8(40 * (position.level + 1) & 0xFF), 255,
    ]
  }
}

/// A loop around one source, like a view's, without drawing.
final class HandMadeView {
  let source: any TileSource
  private(set) var resident: [TileKey: TileQuality] = [:]
  private(set) var pixels: [TileKey: [UInt8]] = [:]
  private(set) var failures: [(key: TileKey, sentence: String)] = []
  private(set) var missing: [TileKey] = []
  private(set) var invalidated: [Rect] = []
  private(set) var infos: [SourceInfo] = []
  private(set) var delivered: [TileKey] = []
  private(set) var idles = 0
  private var now = 0.0
  var access = TilePlanner.Access.pass
  /// True to release tiles as soon as they arrive.
  var releasesTiles = true

  init(_ source: any TileSource) { self.source = source }

  private var refused: Set<TileKey> { Set(failures.map(\.key) + missing) }

  /// Waits for the source's next event, at most ten seconds; returns true if one came.
  @discardableResult
  func wait() -> Bool {
    var set = PollSet()
    source.addDescriptors(to: &set)
    let deadline = source.nextDeadline
    set.wait(timeout: deadline.map { max(0, $0 - now) } ?? 10)
    // The clock moves by the awaited interval only, however long the wait took.
    now = max(now, deadline ?? now)
    let events = source.process(set, now: now)
    for event in events { take(event) }
    return !events.isEmpty
  }

  /// Sends the source a plan.
  func want(_ keys: [TileKey], kept: Set<TileKey> = []) {
    source.update(
      TilePlan(wanted: keys.map { .init(key: $0, quality: .exact) }, kept: kept),
      for: SourceDemand(surface: PixelSize(width: 1, height: 1)), now: now)
  }

  /// Plans and waits until the view has all tiles that it can get.
  func settle(at view: Viewport) throws {
    for _ in 0..<10_000 {
      let info = try #require(source.info)
      let plan = TilePlanner(info: info)
        .plan(PlanInput(destination: view), resident: resident, access: access)
      resident = resident.filter { plan.kept.contains($0.key) }
      source.update(plan, for: SourceDemand(surface: view.surface), now: now)
      let open = (plan.wanted + plan.prefetched).contains { !refused.contains($0.key) }
      if !open, source.nextDeadline == nil { return }
      wait()
    }
    Issue.record("the view never comes to rest")
  }

  func wait(until condition: () -> Bool) throws {
    for _ in 0..<10_000 where !condition() { wait() }
    try #require(condition())
  }

  private func take(_ event: SourceEvent) {
    switch event {
    case .opened(let info), .changed(let info):
      infos.append(info)
      if infos.count > 1 { resident = [:] }
    case .tile(let tile):
      delivered.append(tile.key)
      resident[tile.key] = .exact
      pixels[tile.key] = tile.withPixels { Array($0) }
      if releasesTiles { source.release(tile, now: now) }
    case .tileFailed(let key, let sentence): failures.append((key, sentence))
    case .tileMissing(let key): missing.append(key)
    case .invalidated(let rect, _):
      invalidated.append(rect)
      guard let levels = source.info?.levels else { return }
      resident = resident.filter { levels.area(of: $0.key).intersection(rect).isEmpty }
    case .idle: idles += 1
    case .progress, .incomplete, .noRoom, .profileRefused, .failed: Issue.record("\(event)")
    }
  }
}

extension ProviderSource {
  /// A source of numbered tiles.
  convenience init(
    _ extent: Extent, _ scales: ProvidedLevels.Scales, edge: Int = 256, overlap: Int = 0,
    hasAlpha: Bool = false, threads: Int? = nil, _ provider: any TileProvider,
    pictures: EncodedPictures? = nil
  ) throws(Errno) {
    try self.init(
      id: SourceID(number: 1),
      levels: ProvidedLevels(
        extent, scales: scales, shape: TileShape(edge: edge, overlap: overlap)),
      hasAlpha: hasAlpha, provider: provider, threads: threads, pictures: pictures)
  }
}
