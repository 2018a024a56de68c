import Tiles
import Tiling

/// The tiles of a source's newest plan: which are pending, handed out or refused, and the events
/// that tell the view.
package struct PlannedTiles {
  /// The newest plan, while nothing but it says what is to be done.
  private var plan: TilePlan?
  private let source: SourceID
  /// Wanted tiles that have not been answered, in the plan's order.
  package private(set) var pending: [TileKey] = []
  private var isPending: Set<TileKey> = []
  /// Wanted tiles that failed or are not there.
  private var refused: Set<TileKey> = []
  /// The newest hand-over of a tile that has not come back.
  private var delivered: [TileKey: UInt32] = [:]
  private var out: [UInt32: OwnedPixels] = [:]
  private var lastRequest: UInt32 = 0
  private var events: [SourceEvent]
  /// Whether a tile of the newest plan was still to come when that was looked at last.
  private var isBusy = false
  /// Whether the picture is another than the last plan's maker knew.
  private var hasChanged = false
  /// True once the source has ended.
  package private(set) var isClosed = false

  /// Those of a source that has just opened.
  package init(of source: SourceID, _ info: SourceInfo) {
    self.source = source
    events = [.opened(info)]
  }

  /// Pixels that have been handed out and have not come back.
  package var memory: some Collection<OwnedPixels> { out.values }

  /// True while `takeEvents` has something to tell.
  package var hasEvents: Bool { !events.isEmpty }

  /// True while a tile of the plan is still to be answered.
  package func isPending(_ key: TileKey) -> Bool { isPending.contains(key) }

  // MARK: Plans

  /// Takes a plan and returns its tiles in order; `nil` where it changes nothing.
  ///
  /// Answers to the old plan that the view has not heard, and that the new one does not want, are
  /// taken back. A plan for a picture that has changed since names tiles that are no more.
  package mutating func accept(
    _ next: TilePlan, takenBack: (TileKey) -> Void = { _ in }
  ) -> [TileKey]? {
    guard !isClosed, !hasChanged, next != plan else { return nil }
    plan = next
    var wanted: Set<TileKey> = []
    let keys = (next.wanted + next.prefetched).map(\.key).filter { wanted.insert($0).inserted }
    takeBack(takenBack) { !wanted.contains($0) }
    refused.formIntersection(wanted)
    pending = keys.filter { !refused.contains($0) && delivered[$0] == nil }
    isPending = Set(pending)
    isBusy = isBusy || !pending.isEmpty
    return keys
  }

  /// Forgets the answers to tiles that have changed, so that the next plan gets new ones.
  package mutating func invalidate(
    _ event: SourceEvent, delivered isDelivered: (TileKey) -> Bool,
    refused isRefused: (TileKey) -> Bool
  ) {
    delivered = delivered.filter { !isDelivered($0.key) }
    refused = refused.filter { !isRefused($0) }
    events.append(event)
    plan = nil
  }

  /// Forgets everything except the tiles that are out: the picture has become another.
  package mutating func change(to info: SourceInfo) {
    takeBack { _ in true }
    forget()
    hasChanged = true
    events.append(.changed(info))
  }

  /// Ends it: nothing is told any more.
  package mutating func close() {
    isClosed = true
    forget()
    events = []
    out = [:]
  }

  private mutating func forget() {
    plan = nil
    pending = []
    isPending = []
    refused = []
    delivered = [:]
    isBusy = false
  }

  /// Takes back answers that were made but not told yet.
  private mutating func takeBack(
    _ takenBack: (TileKey) -> Void = { _ in }, where isUnwanted: (TileKey) -> Bool
  ) {
    var kept: [SourceEvent] = []
    for event in events {
      switch event {
      case .tile(let tile) where isUnwanted(tile.key):
        if release(tile) { takenBack(tile.key) }
      case .tileFailed(let key, _), .tileMissing(let key):
        if !isUnwanted(key) { kept.append(event) }
      case .idle: isBusy = true
      default: kept.append(event)
      }
    }
    events = kept
  }

  // MARK: Answers

  /// Hands out a pending tile.
  package mutating func deliver(_ key: TileKey, _ pixels: OwnedPixels) {
    guard settle(key) else { return }
    lastRequest &+= 1
    delivered[key] = lastRequest
    out[lastRequest] = pixels
    events.append(.tile(Tile(source: source, key: key, pixels: pixels, request: lastRequest)))
  }

  /// Says that a pending tile can't be had, or with no sentence that it is not there.
  package mutating func refuse(_ key: TileKey, _ sentence: String?) {
    guard settle(key) else { return }
    refused.insert(key)
    events.append(sentence.map { .tileFailed(key, $0) } ?? .tileMissing(key))
  }

  private mutating func settle(_ key: TileKey) -> Bool {
    guard isPending.remove(key) != nil else { return false }
    pending.removeAll { $0 == key }
    return true
  }

  /// Takes a tile back; false where it is of another source of the same name, which this one has
  /// taken the place of.
  @discardableResult
  package mutating func release(_ tile: Tile) -> Bool {
    guard let pixels = out[tile.request], pixels === tile.memory else { return false }
    out[tile.request] = nil
    if delivered[tile.key] == tile.request { delivered[tile.key] = nil }
    // A plan that wants it still, or again, has to be looked at anew.
    plan = nil
    return true
  }

  /// Says once that nothing is left to do for the newest plan.
  package mutating func tellIdle() {
    if pending.isEmpty, isBusy { events.append(.idle) }
    isBusy = !pending.isEmpty
  }

  /// The events since the last call.
  package mutating func takeEvents() -> [SourceEvent] {
    defer { events = [] }
    hasChanged = false
    return events
  }
}

extension SourceLevels {
  /// True for a key of these levels that has pixels.
  package func hasTile(_ key: TileKey) -> Bool {
    key.level.shape == shape && !key.area.isEmpty && key.frame >= 0
  }
}
