import DecoderProtocol
import Tiling

/// How many slots an arena has, and for what.
struct SlotCounts: Hashable {
  /// For tiles that a view lacks, or that are made ahead of it.
  var tiles = 0
  /// For previews, which stay where they are while drivers start, besides.
  var previews = 0
  /// For tiles that are made ahead while all others are in use.
  var ahead = 0

  /// All that tiles which a view lacks may use.
  var usual: Int { tiles + previews }
  /// All.
  var total: Int { usual + ahead }
}

/// Which tiles are wanted, which were asked for, and whose each slot of the arena is.
///
/// A slot is busy from the request until the decoder has answered, and where the answer is a tile
/// that is handed on, until that tile has been released: a decoder never gets a slot that somebody
/// still reads.
struct RequestLedger {
  /// What an answer of the decoder means.
  enum Answer: Hashable {
    /// The tile is wanted: hand it on.
    case deliver(TilePlan.Wanted, slot: Int)
    /// Nobody wants it any more; its slot is free again.
    case drop(TilePlan.Wanted)
  }

  private enum Slot: Hashable {
    case free
    case asked
    case delivered(id: UInt32)
  }

  private struct Request {
    let wanted: TilePlan.Wanted
    let slot: Int
    var isCancelled = false
    /// Whether its pixels would not be those that are wanted now.
    var isStale = false
  }

  private var slots: [Slot]
  private let counts: SlotCounts
  private var freeSlots: [Int]
  /// Those behind them, which are for tiles that are made ahead.
  private var freeAhead: [Int]
  /// Whether any of these has been in use since it was said that none is.
  private var hasUsedAhead = false
  private var requests: [UInt32: Request] = [:]
  private var active: [TilePlan.Wanted: UInt32] = [:]
  private var waiting: [TilePlan.Wanted] = []
  /// What is made ahead: no view lacks it.
  private var ahead: Set<TilePlan.Wanted> = []
  /// What can't be had, while it is wanted: it is not asked for again.
  private var refused: Set<TilePlan.Wanted> = []
  private var nextID: UInt32 = 1

  init(_ counts: SlotCounts) {
    self.counts = counts
    slots = Array(repeating: .free, count: counts.total)
    freeSlots = (0..<counts.usual).reversed()
    freeAhead = (counts.usual..<counts.total).reversed()
  }

  /// Whether something that is wanted has not been delivered.
  var isWanting: Bool { !active.isEmpty || !waiting.isEmpty }
  /// Whether the decoder owes an answer, if only to a cancelled request.
  var isAwaitingAnswers: Bool { !requests.isEmpty }
  /// Whether the decoder owes an answer to a cancelled request.
  var isAwaitingCancels: Bool { active.count < requests.count }

  /// Whether a tile is one that no view lacks.
  func isAhead(_ wanted: TilePlan.Wanted) -> Bool { ahead.contains(wanted) }

  /// Takes a new list of wanted tiles, most wanted first and behind them what is made `ahead`, and
  /// says which requests to cancel.
  ///
  /// What was asked for and is still wanted stays as it is: asking again would only make the
  /// decoder begin anew, at every movement of the mouse.
  mutating func want(
    _ lacked: [TilePlan.Wanted], ahead: [TilePlan.Wanted] = []
  ) -> [UInt32] {
    let wanted = lacked + ahead
    self.ahead = Set(ahead)
    var seen = Set<TilePlan.Wanted>(minimumCapacity: wanted.count)
    waiting = wanted.filter { tile in
      guard !tile.key.area.isEmpty, seen.insert(tile).inserted else { return false }
      return active[tile] == nil && !refused.contains(tile)
    }
    refused.formIntersection(seen)
    let unwanted = active.filter { !seen.contains($0.key) }.map(\.value).sorted()
    for id in unwanted {
      guard let request = requests[id] else { continue }
      requests[id]?.isCancelled = true
      active[request.wanted] = nil
    }
    return unwanted
  }

  /// What was asked for would come out wrong now: it waits again, first of all.
  ///
  /// It says which requests to cancel.
  mutating func renew() -> [UInt32] {
    let owed = active.sorted { $0.value < $1.value }
    for id in requests.keys { requests[id]?.isStale = true }
    for (_, id) in owed { requests[id]?.isCancelled = true }
    active.removeAll()
    waiting = owed.map(\.key) + waiting
    return owed.map(\.value)
  }

  /// The next request to send, the most wanted that has a slot; `nil` where there is none.
  mutating func nextRequest() -> TileRequest? {
    guard let wanted = waiting.first, let slot = takeSlot(for: wanted) else { return nil }
    waiting.removeFirst()
    let id = nextID
    nextID &+= 1
    slots[slot] = .asked
    requests[id] = Request(wanted: wanted, slot: slot)
    active[wanted] = id
    return TileRequest(id: id, key: wanted.key, quality: wanted.quality, slot: slot)
  }

  /// The decoder says that a tile is ready.
  mutating func ready(_ id: UInt32) throws(ProtocolBreach) -> Answer {
    guard let request = requests.removeValue(forKey: id) else { throw .unaskedAnswer }
    if request.isCancelled {
      // Wanted again, not asked for again yet: the same pixels need not be made twice.
      guard !request.isStale, let index = waiting.firstIndex(of: request.wanted) else {
        free(request.slot)
        return .drop(request.wanted)
      }
      waiting.remove(at: index)
    } else {
      active[request.wanted] = nil
    }
    slots[request.slot] = .delivered(id: id)
    return .deliver(request.wanted, slot: request.slot)
  }

  /// The decoder says that a tile can't be made; the answer is the tile where it is still wanted.
  mutating func failed(_ id: UInt32) throws(ProtocolBreach) -> TilePlan.Wanted? {
    guard let request = requests.removeValue(forKey: id) else { throw .unaskedAnswer }
    free(request.slot)
    if request.isCancelled {
      guard !request.isStale, let index = waiting.firstIndex(of: request.wanted) else { return nil }
      waiting.remove(at: index)
    } else {
      active[request.wanted] = nil
    }
    refused.insert(request.wanted)
    return request.wanted
  }

  /// The decoder says that it has given a request up.
  mutating func cancelled(_ id: UInt32) throws(ProtocolBreach) {
    guard let request = requests[id], request.isCancelled else { throw .unaskedAnswer }
    requests[id] = nil
    free(request.slot)
  }

  /// A tile that was handed on has been copied; doing it twice does nothing.
  mutating func release(slot: Int, request id: UInt32) {
    guard slots.indices.contains(slot), slots[slot] == .delivered(id: id) else { return }
    free(slot)
  }

  /// The decoder is gone: what it owed waits again, first of all, for the next one's new arena.
  mutating func restart(_ counts: SlotCounts) {
    var next = RequestLedger(counts)
    next.waiting = active.sorted { $0.value < $1.value }.map(\.key) + waiting
    next.ahead = ahead
    next.refused = refused
    // Numbers go on, so that a tile of the old arena can't be taken for one of the new.
    next.nextID = nextID
    self = next
  }

  /// Whether slots for tiles that are made ahead have been used and are all free again; it is said
  /// once.
  mutating func isDoneWithSlotsAhead() -> Bool {
    guard hasUsedAhead, freeAhead.count == counts.ahead, waiting.isEmpty else { return false }
    hasUsedAhead = false
    return true
  }

  private mutating func takeSlot(for wanted: TilePlan.Wanted) -> Int? {
    if let slot = freeSlots.popLast() { return slot }
    guard isAhead(wanted), let slot = freeAhead.popLast() else { return nil }
    hasUsedAhead = true
    return slot
  }

  private mutating func free(_ slot: Int) {
    slots[slot] = .free
    if slot < counts.usual { freeSlots.append(slot) } else { freeAhead.append(slot) }
  }
}
