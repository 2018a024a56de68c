import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiling

@testable import Decoding

@Suite struct RequestTrackerTests {
  private func tile(_ number: Int) -> TilePlan.Wanted {
    Host.wanted(column: number % 8, row: number / 8)
  }

  private func requests(_ tracker: inout RequestTracker) -> [TileRequest] {
    var result: [TileRequest] = []
    while let request = tracker.nextRequest() { result.append(request) }
    return result
  }

  @Test func theMostUrgentTileIsFirst() {
    var tracker = RequestTracker(SlotCounts(tiles: 2))
    var cancelled = tracker.want([tile(5), tile(1), tile(5), tile(3)])
    #expect(cancelled == [])
    let first = requests(&tracker)
    #expect(first.map(\.key) == [tile(5).key, tile(1).key])
    // A new order re-ranks queued requests and keeps those already sent.
    cancelled = tracker.want([tile(9), tile(1), tile(3), tile(5)])
    #expect(cancelled == [])
    #expect(requests(&tracker).isEmpty)
  }

  @Test func aCancelledRequestKeepsItsSlotUntilItsAnswer() throws {
    var tracker = RequestTracker(SlotCounts(tiles: 1))
    _ = tracker.want([tile(0)])
    let first = try #require(requests(&tracker).first)
    let cancelled = tracker.want([tile(1)])
    #expect(cancelled == [first.id])
    #expect(requests(&tracker).isEmpty)
    #expect(tracker.isWanting && tracker.isAwaitingAnswers)
    try tracker.cancelled(first.id)
    let second = try #require(requests(&tracker).first)
    #expect(second.key == tile(1).key && second.id != first.id)
    #expect(throws: ProtocolBreach.unaskedAnswer) { try tracker.cancelled(second.id) }
    #expect(throws: ProtocolBreach.unaskedAnswer) { _ = try tracker.ready(first.id) }
    let answer = try tracker.ready(second.id)
    #expect(answer == .deliver(tile(1), slot: second.slot))
    #expect(!tracker.isWanting && !tracker.isAwaitingAnswers)
  }

  @Test func pendingRequestsComeFirstAfterARestart() throws {
    var tracker = RequestTracker(SlotCounts(tiles: 2))
    _ = tracker.want([tile(4), tile(2), tile(7), tile(1)])
    let old = requests(&tracker)
    tracker.restart(SlotCounts(tiles: 2))
    #expect(!tracker.isAwaitingAnswers && tracker.isWanting)
    let new = requests(&tracker)
    #expect(new.map(\.key) == old.map(\.key))
    #expect(Set(new.map(\.id)).isDisjoint(with: old.map(\.id)))
    #expect(throws: ProtocolBreach.unaskedAnswer) { _ = try tracker.ready(old[0].id) }
  }

  @Test func prefetchedTilesHaveTheirOwnSlots() throws {
    var tracker = RequestTracker(SlotCounts(tiles: 2, previews: 1, prefetched: 2))
    _ = tracker.want([tile(0), tile(1)], prefetched: [tile(5), tile(6), tile(7), tile(8)])
    var asked = requests(&tracker)
    #expect(asked.map(\.key) == [0, 1, 5, 6, 7].map { tile($0).key })
    #expect(asked.map(\.slot) == [0, 1, 2, 3, 4])
    // A tile that the view lacks waits for a slot of its own, even if a prefetch slot is free.
    _ = tracker.want([tile(0), tile(1), tile(2)], prefetched: [tile(5), tile(6), tile(7)])
    try deliver(asked[4], &tracker)
    #expect(requests(&tracker).isEmpty)
    try deliver(asked[2], &tracker)
    asked = requests(&tracker)
    #expect(asked.map(\.key) == [tile(2).key] && asked.map(\.slot) == [2])
    _ = tracker.want([tile(0), tile(1), tile(2)], prefetched: [tile(6), tile(9)])
    #expect(requests(&tracker).map(\.slot) == [4])
  }

  @Test func prefetchSlotsAreReportedUnusedOnce() throws {
    var tracker = RequestTracker(SlotCounts(tiles: 1, prefetched: 2))
    #expect(!isDone(&tracker), "they have not been used")
    _ = tracker.want([tile(0)], prefetched: [tile(5), tile(6)])
    let asked = requests(&tracker)
    #expect(asked.map(\.slot) == [0, 1, 2] && !isDone(&tracker))
    try deliver(asked[1], &tracker)
    #expect(!isDone(&tracker))
    _ = tracker.want([tile(0)])
    try tracker.cancelled(asked[2].id)
    #expect(isDone(&tracker))
    #expect(!isDone(&tracker), "it is said once")
  }

  private func isDone(_ tracker: inout RequestTracker) -> Bool { tracker.isDoneWithPrefetchSlots() }

  private func deliver(_ request: TileRequest, _ tracker: inout RequestTracker) throws {
    let answer = try tracker.ready(request.id)
    guard case .deliver(_, let slot) = answer else {
      Issue.record("\(request.id) was wanted")
      return
    }
    tracker.release(slot: slot, request: request.id)
  }

  /// For any order of plans, replies and releases, a slot has one owner, and no wanted tile is
  /// lost.
  @Test func randomUseNeverMixesSlots() throws {
    let seed = UInt64.random(in: 0..<UInt64.max)
    var random = SeededNumbers(seed: seed)
    var tracker = RequestTracker(SlotCounts(tiles: 5))
    var asked: [UInt32: TileRequest] = [:]
    var cancelled = Set<UInt32>()
    var held: [(slot: Int, id: UInt32)] = []
    var plan = Set<TilePlan.Wanted>()
    var delivered = Set<TilePlan.Wanted>()
    for step in 0..<20_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let wanted = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          tile(Int.random(in: 0..<40, using: &random))
        }
        for id in tracker.want(wanted) {
          #expect(asked[id] != nil && cancelled.insert(id).inserted, "seed \(seed) step \(step)")
        }
        plan = Set(wanted)
        delivered = []
      case 1...4:
        guard let request = tracker.nextRequest() else { continue }
        let owners = asked.values.map(\.slot) + held.map(\.slot)
        #expect(!owners.contains(request.slot), "seed \(seed) step \(step)")
        #expect(asked.updateValue(request, forKey: request.id) == nil)
      case 5...7:
        guard let (id, request) = asked.randomElement(using: &random) else { continue }
        asked[id] = nil
        if cancelled.contains(id), Bool.random(using: &random) {
          try tracker.cancelled(id)
          continue
        }
        guard case .deliver(let wanted, let slot) = try tracker.ready(id) else { continue }
        #expect(slot == request.slot && wanted.key == request.key)
        #expect(plan.contains(wanted) && delivered.insert(wanted).inserted, "seed \(seed)")
        held.append((slot, id))
      default:
        guard let index = held.indices.randomElement(using: &random) else { continue }
        let tile = held.remove(at: index)
        tracker.release(slot: tile.slot, request: tile.id)
        if Bool.random(using: &random) { tracker.release(slot: tile.slot, request: tile.id) }
      }
      #expect(tracker.isAwaitingAnswers == !asked.isEmpty)
      #expect(tracker.isWanting == !delivered.isSuperset(of: plan), "seed \(seed) step \(step)")
    }
  }
}
