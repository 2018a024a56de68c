import Tiles

/// The states of a provider's tiles, and of the tiles between rungs that are made from them.
///
/// A tile between two rungs of a ladder is reduced once all the rung tiles under it are settled.
struct TileStates {
  /// The state of one of the provider's tiles.
  enum State {
    /// A call with this identifier is queued or running.
    case asked(UInt64)
    /// The format's decoder has its encoded picture, with this identifier.
    case decoding(UInt64, format: String, PicturePart)
    case ready(ProvidedPixels)
    case missing
    case failed(String)

    /// True if the state is final.
    var isSettled: Bool {
      switch self {
      case .asked, .decoding: false
      case .ready, .missing, .failed: true
      }
    }
  }

  /// The provider's tiles that were requested and are needed, or may be needed again.
  private var states: [TileKey: State] = [:]
  /// The provider's tiles that the plan needs, most urgent first.
  private var order: [TileKey] = []
  /// The rung tiles from which the plan's tiles between rungs are made, wanted and kept ones.
  private var betweenTiles: Set<TileKey> = []
  /// The rung tiles that each tile between rungs in the plan is made from.
  private var needs: [TileKey: TileNeeds] = [:]
  /// The number of rung tiles that each pending tile between rungs lacks, and the tiles that need
  /// each of them.
  private var lacking: [TileKey: Int] = [:]
  private var users: [TileKey: [TileKey]] = [:]
  /// The reductions that are queued or running.
  private(set) var reductions: [TileKey: ReductionCall] = [:]
  /// The pixels of delivered tiles, from which the overlaps of others are filled.
  private var neighbours: [TileKey: ProvidedPixels] = [:]

  subscript(_ key: TileKey) -> State? { states[key] }
  var keys: Dictionary<TileKey, State>.Keys { states.keys }
  var values: Dictionary<TileKey, State>.Values { states.values }

  /// The tiles that the provider is asked for, most urgent first, and the identifiers of the calls.
  var asked: [(key: TileKey, call: UInt64)] {
    order.compactMap { key -> (key: TileKey, call: UInt64)? in
      guard case .asked(let call) = states[key] else { return nil }
      return (key, call)
    }
  }

  /// Returns the tile whose picture a format's decoder has, by the picture's identifier.
  func decoding(_ id: UInt64, by format: String) -> (key: TileKey, part: PicturePart)? {
    for (key, state) in states {
      if case .decoding(id, format, let part) = state { return (key, part) }
    }
    return nil
  }

  /// Returns true if a tile between rungs in the plan is made from this one.
  func isBetween(_ key: TileKey) -> Bool { betweenTiles.contains(key) }

  /// Returns the number of rung tiles that a pending tile between rungs lacks; `nil` if it can't be
  /// made from any rung.
  func lackedTiles(of key: TileKey) -> Int? { lacking[key] }

  /// Returns true if a tile, or one that it is made from, fulfils a condition.
  func isTouched(_ key: TileKey, _ touches: (TileKey) -> Bool) -> Bool {
    needs[key].map { $0.tiles.contains(where: touches) } ?? touches(key)
  }

  // MARK: Plans

  /// Learns which rung tiles a plan's tiles between rungs are made from.
  mutating func learnNeeds(of wanted: [TileKey], kept: Set<TileKey>, in info: SourceInfo) {
    let levels = info.levels
    var known: [TileKey: TileNeeds] = [:]
    for key in wanted + kept where !levels.offers(key.level) && known[key] == nil {
      guard levels.hasTile(key) else { continue }
      known[key] = needs[key] ?? TileNeeds(of: key, in: levels, hasAlpha: info.hasAlpha)
    }
    needs = known
    betweenTiles = Set(known.values.flatMap(\.tiles))
  }

  /// Sorts the provider's tiles by when the pending tiles need them.
  mutating func sort(for pending: [TileKey], in levels: SourceLevels) {
    var seen: Set<TileKey> = []
    order = []
    for key in pending {
      if levels.offers(key.level) {
        if seen.insert(key).inserted { order.append(key) }
      } else {
        order += (needs[key]?.tiles ?? []).filter { seen.insert($0).inserted }
      }
    }
  }

  /// Drops tiles that are no longer needed; a call that has begun may still be needed by the next
  /// plan.
  ///
  /// `takeBack` withdraws a call and returns true if it could; `cancel` tells a format's decoder.
  mutating func drop(
    wanted: Set<TileKey>, takeBack: (UInt64) -> Bool, cancel: (UInt64, String) -> Void
  ) {
    let needed = Set(order)
    for (key, state) in states where !needed.contains(key) && !betweenTiles.contains(key) {
      switch state {
      case .asked(let id): if !takeBack(id) { continue }
      case .decoding(let id, let format, _): cancel(id, format)
      // The outcome is kept, so that the tile is not tried again while it is wanted.
      case .missing, .failed: if wanted.contains(key) { continue }
      case .ready: break
      }
      states[key] = nil
    }
    for key in betweenTiles where !needed.contains(key) {
      guard case .asked(let id) = states[key], takeBack(id) else { continue }
      states[key] = nil
    }
  }

  /// Requests unknown tiles, and counts how many each tile between rungs still lacks.
  mutating func ask(for pending: [TileKey], in levels: SourceLevels, nextCall: () -> UInt64) {
    for key in order where states[key] == nil && levels.hasTile(key) {
      states[key] = .asked(nextCall())
    }
    lacking = [:]
    users = [:]
    for key in pending {
      guard let needs = needs[key] else { continue }
      let open = needs.tiles.filter { states[$0]?.isSettled != true }
      lacking[key] = open.count
      for tile in open { users[tile, default: []].append(key) }
    }
  }

  /// Forgets all that changed with the tiles that fulfil a condition; `cancel` tells decoders.
  mutating func forget(where touches: (TileKey) -> Bool, cancel: (UInt64, String) -> Void) {
    for (key, state) in states where touches(key) {
      if case .decoding(let id, let format, _) = state { cancel(id, format) }
      states[key] = nil
    }
    neighbours = neighbours.filter { !touches($0.key) }
    reductions = reductions.filter { !isTouched($0.key, touches) }
  }

  // MARK: Answers

  /// Records the state of a tile.
  mutating func note(_ state: State, of key: TileKey) { states[key] = state }

  /// Forgets a tile that is not needed.
  mutating func forget(_ key: TileKey) { states[key] = nil }

  /// Returns the tiles between rungs that lacked only this settled tile.
  mutating func takeUsers(completedBy key: TileKey) -> [TileKey] {
    var completed: [TileKey] = []
    for user in users.removeValue(forKey: key) ?? [] {
      guard let count = lacking[user] else { continue }
      lacking[user] = count - 1
      if count == 1 { completed.append(user) }
    }
    return completed
  }

  /// Fills the overlap of a tile from the neighbours that are known.
  func fillOverlap(of pixels: ProvidedPixels, _ key: TileKey) {
    for down in -1...1 {
      for right in -1...1 where (right, down) != (0, 0) {
        let other = TileKey(
          level: key.level, column: key.column + right, row: key.row + down, frame: key.frame)
        if case .ready(let near) = states[other] {
          pixels.fillOverlap(from: near, right: right, down: down)
        } else if let near = neighbours[other] {
          pixels.fillOverlap(from: near, right: right, down: down)
        }
      }
    }
  }

  /// Keeps the pixels of a tile for the overlaps of others until the view has returned it.
  mutating func keepNeighbour(_ pixels: ProvidedPixels, _ key: TileKey) { neighbours[key] = pixels }

  /// Forgets the pixels of a tile that the view has returned.
  mutating func forgetNeighbour(_ key: TileKey) { neighbours[key] = nil }

  // MARK: Reductions

  /// Returns what a tile between rungs is made from; `nil` if its reduction is queued or running.
  func unmadeNeeds(of key: TileKey) -> TileNeeds? { reductions[key] == nil ? needs[key] : nil }

  /// Queues a reduction.
  mutating func add(_ call: ReductionCall) { reductions[call.needs.reduction.key] = call }

  /// Drops the reductions of tiles that don't fulfil a condition.
  mutating func keepReductions(where isPending: (TileKey) -> Bool) {
    reductions = reductions.filter { isPending($0.key) }
  }

  /// Ends a reduction; returns false if it was dropped meanwhile.
  mutating func endReduction(_ id: UInt64, of key: TileKey) -> Bool {
    guard reductions[key]?.id == id else { return false }
    reductions[key] = nil
    return true
  }
}
