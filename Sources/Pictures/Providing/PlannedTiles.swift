import Tiles
import Tiling

/// The tiles of a source's newest plan, pending, delivered or refused, and the events for the view.
package struct PlannedTiles {
  /// The newest plan; `nil` once something else has changed what is to be done.
  private var plan: TilePlan?
  private let source: SourceID
  /// Wanted tiles that are not answered yet, in the plan's order.
  package private(set) var pending: [TileKey] = []
  private var isPending: Set<TileKey> = []
  /// Wanted tiles that failed or are missing.
  private var refused: Set<TileKey> = []
  /// The latest delivery of each tile that has not been released.
  private var delivered: [TileKey: UInt32] = [:]
  private var out: [UInt32: OwnedPixels] = [:]
  private var lastRequest: UInt32 = 0
  private var events: [SourceEvent]
  /// True if a tile of the newest plan was still pending at the last check.
  private var isBusy = false
  /// True if the picture has changed and the view does not know yet.
  private var hasChanged = false
  /// True once the source has ended.
  package private(set) var isClosed = false

  /// Creates the state of a source that has just opened.
  package init(of source: SourceID, _ info: SourceInfo) {
    self.source = source
    events = [.opened(info)]
  }

  /// Pixels that have been delivered and not released.
  package var memory: some Collection<OwnedPixels> { out.values }

  /// True if `takeEvents` has anything to return.
  package var hasEvents: Bool { !events.isEmpty }

  /// Returns true while a tile of the plan is pending.
  package func isPending(_ key: TileKey) -> Bool { isPending.contains(key) }

  // MARK: Plans

  /// Takes a plan and returns its tiles in order; `nil` if it changes nothing.
  ///
  /// Withdraws answers to the old plan that the view has not received and the new plan does not
  /// want. A plan for a picture that has changed since is ignored, as its tiles no longer exist.
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

  /// Forgets the answers for changed tiles, so that the next plan gets new ones.
  package mutating func invalidate(
    _ event: SourceEvent, delivered isDelivered: (TileKey) -> Bool,
    refused isRefused: (TileKey) -> Bool
  ) {
    delivered = delivered.filter { !isDelivered($0.key) }
    refused = refused.filter { !isRefused($0) }
    events.append(event)
    plan = nil
  }

  /// Forgets everything except delivered tiles, because the picture has changed.
  package mutating func change(to info: SourceInfo) {
    takeBack { _ in true }
    forget()
    hasChanged = true
    events.append(.changed(info))
  }

  /// Closes the source: no more events follow.
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

  /// Withdraws answers that the view has not received.
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

  /// Delivers a pending tile.
  package mutating func deliver(_ key: TileKey, _ pixels: OwnedPixels) {
    guard settle(key) else { return }
    lastRequest &+= 1
    delivered[key] = lastRequest
    out[lastRequest] = pixels
    events.append(.tile(Tile(source: source, key: key, pixels: pixels, request: lastRequest)))
  }

  /// Refuses a pending tile: it failed or, without a sentence, is missing.
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

  /// Takes a tile back; returns false if it belongs to a previous source with the same identifier.
  @discardableResult
  package mutating func release(_ tile: Tile) -> Bool {
    guard let pixels = out[tile.request], pixels === tile.memory else { return false }
    out[tile.request] = nil
    if delivered[tile.key] == tile.request { delivered[tile.key] = nil }
    // A plan that wants the tile again must be evaluated again.
    plan = nil
    return true
  }

  /// Adds an idle event once nothing is left to do for the newest plan.
  package mutating func reportIdle() {
    if pending.isEmpty, isBusy { events.append(.idle) }
    isBusy = !pending.isEmpty
  }

  /// Returns the events since the last call.
  package mutating func takeEvents() -> [SourceEvent] {
    defer { events = [] }
    hasChanged = false
    return events
  }
}

extension SourceLevels {
  /// Returns true for the key of a tile in these levels that has pixels.
  package func hasTile(_ key: TileKey) -> Bool {
    key.level.shape == shape && !key.area.isEmpty && key.frame >= 0
  }
}
