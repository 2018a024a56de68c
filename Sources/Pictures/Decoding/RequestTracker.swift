import DecoderProtocol
import Tiling

/// The numbers of slots in an arena, by purpose.
struct SlotCounts: Hashable {
  /// For tiles that a view needs, or that are prefetched for it.
  var tiles = 0
  /// Additional ones for previews, which stay in place while drivers start.
  var previews = 0
  /// For prefetched tiles while all others are in use.
  var prefetched = 0

  /// All slots that a view's needed tiles may use.
  var usual: Int { tiles + previews }
  /// All slots.
  var total: Int { usual + prefetched }
}

/// Tracks the wanted tiles, the pending requests, and the owner of each slot of the arena.
///
/// A slot is in use from the request until the decoder's reply and, if that delivers a tile, until
/// the tile is released: a decoder never gets a slot that is still being read.
struct RequestTracker {
  /// The meaning of a decoder's reply.
  enum Answer: Hashable {
    /// Deliver the tile: it is wanted.
    case deliver(TilePlan.Wanted, slot: Int)
    /// Drop the tile: it is not wanted any more, and its slot is free again.
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
    /// True if its pixels would not be the ones wanted now.
    var isStale = false
  }

  private var slots: [Slot]
  private let counts: SlotCounts
  private var freeSlots: [Int]
  /// The slots after those, for prefetched tiles.
  private var freePrefetchSlots: [Int]
  /// True if any of these has been used since they were last reported free.
  private var hasUsedPrefetchSlots = false
  private var requests: [UInt32: Request] = [:]
  private var active: [TilePlan.Wanted: UInt32] = [:]
  private var waiting: [TilePlan.Wanted] = []
  /// The prefetched tiles, which no view needs yet.
  private var prefetched: Set<TilePlan.Wanted> = []
  /// Wanted tiles that failed, which are not requested again.
  private var refused: Set<TilePlan.Wanted> = []
  private var nextID: UInt32 = 1

  init(_ counts: SlotCounts) {
    self.counts = counts
    slots = Array(repeating: .free, count: counts.total)
    freeSlots = (0..<counts.usual).reversed()
    freePrefetchSlots = (counts.usual..<counts.total).reversed()
  }

  /// True if any wanted tile has not been delivered.
  var isWanting: Bool { !active.isEmpty || !waiting.isEmpty }
  /// True if the decoder owes a reply, even to a cancelled request.
  var isAwaitingAnswers: Bool { !requests.isEmpty }
  /// True if the decoder owes a reply to a cancelled request.
  var isAwaitingCancels: Bool { active.count < requests.count }

  /// True for a prefetched tile, which no view needs yet.
  func isPrefetched(_ wanted: TilePlan.Wanted) -> Bool { prefetched.contains(wanted) }

  /// Applies a new list of wanted tiles, most wanted first, followed by prefetched ones.
  ///
  /// Returns the requests to cancel. Pending requests that are still wanted stay: sending them
  /// again would make the decoder start over with every movement of the mouse.
  mutating func want(
    _ lacked: [TilePlan.Wanted], prefetched: [TilePlan.Wanted] = []
  ) -> [UInt32] {
    let wanted = lacked + prefetched
    self.prefetched = Set(prefetched)
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

  /// Puts all pending requests back to the front of the queue, since their results would be
  /// outdated.
  ///
  /// Returns the requests to cancel.
  mutating func renew() -> [UInt32] {
    let owed = active.sorted { $0.value < $1.value }
    for id in requests.keys { requests[id]?.isStale = true }
    for (_, id) in owed { requests[id]?.isCancelled = true }
    active.removeAll()
    waiting = owed.map(\.key) + waiting
    return owed.map(\.value)
  }

  /// The next request to send, the most wanted that has a slot; `nil` if there is none.
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

  /// Takes a decoder's reply that a tile is ready.
  mutating func ready(_ id: UInt32) throws(ProtocolBreach) -> Answer {
    guard let request = requests.removeValue(forKey: id) else { throw .unaskedAnswer }
    if request.isCancelled {
      // The tile is wanted again and not requested yet, so the same pixels need not be made twice.
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

  /// Takes a decoder's reply that a tile failed; returns the tile if it is still wanted.
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

  /// Takes a decoder's reply that a request was cancelled.
  mutating func cancelled(_ id: UInt32) throws(ProtocolBreach) {
    guard let request = requests[id], request.isCancelled else { throw .unaskedAnswer }
    requests[id] = nil
    free(request.slot)
  }

  /// Frees the slot of a delivered tile that has been copied; a repeated call does nothing.
  mutating func release(slot: Int, request id: UInt32) {
    guard slots.indices.contains(slot), slots[slot] == .delivered(id: id) else { return }
    free(slot)
  }

  /// Restarts after the decoder is gone: pending requests are first in the queue for the next one's
  /// new arena.
  mutating func restart(_ counts: SlotCounts) {
    var next = RequestTracker(counts)
    next.waiting = active.sorted { $0.value < $1.value }.map(\.key) + waiting
    next.prefetched = prefetched
    next.refused = refused
    // Ids continue, so that a tile of the old arena can't be taken for one of the new.
    next.nextID = nextID
    self = next
  }

  /// True, once, when slots for prefetched tiles have been used and are all free again.
  mutating func isDoneWithPrefetchSlots() -> Bool {
    guard hasUsedPrefetchSlots, freePrefetchSlots.count == counts.prefetched, waiting.isEmpty else {
      return false
    }
    hasUsedPrefetchSlots = false
    return true
  }

  private mutating func takeSlot(for wanted: TilePlan.Wanted) -> Int? {
    if let slot = freeSlots.popLast() { return slot }
    guard isPrefetched(wanted), let slot = freePrefetchSlots.popLast() else { return nil }
    hasUsedPrefetchSlots = true
    return slot
  }

  private mutating func free(_ slot: Int) {
    slots[slot] = .free
    if slot < counts.usual { freeSlots.append(slot) } else { freePrefetchSlots.append(slot) }
  }
}
