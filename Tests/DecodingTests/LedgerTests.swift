import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiling

@testable import Decoding

@Suite struct Ledger {
  private func tile(_ number: Int) -> TilePlan.Wanted {
    Host.wanted(column: number % 8, row: number / 8)
  }

  private func requests(_ ledger: inout RequestLedger) -> [TileRequest] {
    var result: [TileRequest] = []
    while let request = ledger.nextRequest() { result.append(request) }
    return result
  }

  @Test func theMostUrgentTileIsFirst() {
    var ledger = RequestLedger(SlotCounts(tiles: 2))
    var cancelled = ledger.want([tile(5), tile(1), tile(5), tile(3)])
    #expect(cancelled == [])
    let first = requests(&ledger)
    #expect(first.map(\.key) == [tile(5).key, tile(1).key])
    // A new order re-ranks queued requests and keeps those already sent.
    cancelled = ledger.want([tile(9), tile(1), tile(3), tile(5)])
    #expect(cancelled == [])
    #expect(requests(&ledger).isEmpty)
  }

  @Test func aCancelledRequestKeepsItsSlotUntilItsAnswer() throws {
    var ledger = RequestLedger(SlotCounts(tiles: 1))
    _ = ledger.want([tile(0)])
    let first = try #require(requests(&ledger).first)
    let cancelled = ledger.want([tile(1)])
    #expect(cancelled == [first.id])
    #expect(requests(&ledger).isEmpty)
    #expect(ledger.isWanting && ledger.isAwaitingAnswers)
    try ledger.cancelled(first.id)
    let second = try #require(requests(&ledger).first)
    #expect(second.key == tile(1).key && second.id != first.id)
    #expect(throws: ProtocolBreach.unaskedAnswer) { try ledger.cancelled(second.id) }
    #expect(throws: ProtocolBreach.unaskedAnswer) { _ = try ledger.ready(first.id) }
    let answer = try ledger.ready(second.id)
    #expect(answer == .deliver(tile(1), slot: second.slot))
    #expect(!ledger.isWanting && !ledger.isAwaitingAnswers)
  }

  @Test func pendingRequestsComeFirstAfterARestart() throws {
    var ledger = RequestLedger(SlotCounts(tiles: 2))
    _ = ledger.want([tile(4), tile(2), tile(7), tile(1)])
    let old = requests(&ledger)
    ledger.restart(SlotCounts(tiles: 2))
    #expect(!ledger.isAwaitingAnswers && ledger.isWanting)
    let new = requests(&ledger)
    #expect(new.map(\.key) == old.map(\.key))
    #expect(Set(new.map(\.id)).isDisjoint(with: old.map(\.id)))
    #expect(throws: ProtocolBreach.unaskedAnswer) { _ = try ledger.ready(old[0].id) }
  }

  @Test func prefetchedTilesHaveTheirOwnSlots() throws {
    var ledger = RequestLedger(SlotCounts(tiles: 2, previews: 1, ahead: 2))
    _ = ledger.want([tile(0), tile(1)], ahead: [tile(5), tile(6), tile(7), tile(8)])
    var asked = requests(&ledger)
    #expect(asked.map(\.key) == [0, 1, 5, 6, 7].map { tile($0).key })
    #expect(asked.map(\.slot) == [0, 1, 2, 3, 4])
    // A tile that the view lacks waits for a slot of its own, even if a prefetch slot is free.
    _ = ledger.want([tile(0), tile(1), tile(2)], ahead: [tile(5), tile(6), tile(7)])
    try deliver(asked[4], &ledger)
    #expect(requests(&ledger).isEmpty)
    try deliver(asked[2], &ledger)
    asked = requests(&ledger)
    #expect(asked.map(\.key) == [tile(2).key] && asked.map(\.slot) == [2])
    _ = ledger.want([tile(0), tile(1), tile(2)], ahead: [tile(6), tile(9)])
    #expect(requests(&ledger).map(\.slot) == [4])
  }

  @Test func prefetchSlotsAreReportedUnusedOnce() throws {
    var ledger = RequestLedger(SlotCounts(tiles: 1, ahead: 2))
    #expect(!isDone(&ledger), "they have not been used")
    _ = ledger.want([tile(0)], ahead: [tile(5), tile(6)])
    let asked = requests(&ledger)
    #expect(asked.map(\.slot) == [0, 1, 2] && !isDone(&ledger))
    try deliver(asked[1], &ledger)
    #expect(!isDone(&ledger))
    _ = ledger.want([tile(0)])
    try ledger.cancelled(asked[2].id)
    #expect(isDone(&ledger))
    #expect(!isDone(&ledger), "it is said once")
  }

  private func isDone(_ ledger: inout RequestLedger) -> Bool { ledger.isDoneWithSlotsAhead() }

  private func deliver(_ request: TileRequest, _ ledger: inout RequestLedger) throws {
    let answer = try ledger.ready(request.id)
    guard case .deliver(_, let slot) = answer else {
      Issue.record("\(request.id) was wanted")
      return
    }
    ledger.release(slot: slot, request: request.id)
  }

  /// For any order of plans, replies and releases, a slot has one owner, and no wanted tile is
  /// lost.
  @Test func randomUseNeverMixesSlots() throws {
    let seed = UInt64.random(in: 0..<UInt64.max)
    var random = SeededNumbers(seed: seed)
    var ledger = RequestLedger(SlotCounts(tiles: 5))
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
        for id in ledger.want(wanted) {
          #expect(asked[id] != nil && cancelled.insert(id).inserted, "seed \(seed) step \(step)")
        }
        plan = Set(wanted)
        delivered = []
      case 1...4:
        guard let request = ledger.nextRequest() else { continue }
        let owners = asked.values.map(\.slot) + held.map(\.slot)
        #expect(!owners.contains(request.slot), "seed \(seed) step \(step)")
        #expect(asked.updateValue(request, forKey: request.id) == nil)
      case 5...7:
        guard let (id, request) = asked.randomElement(using: &random) else { continue }
        asked[id] = nil
        if cancelled.contains(id), Bool.random(using: &random) {
          try ledger.cancelled(id)
          continue
        }
        guard case .deliver(let wanted, let slot) = try ledger.ready(id) else { continue }
        #expect(slot == request.slot && wanted.key == request.key)
        #expect(plan.contains(wanted) && delivered.insert(wanted).inserted, "seed \(seed)")
        held.append((slot, id))
      default:
        guard let index = held.indices.randomElement(using: &random) else { continue }
        let tile = held.remove(at: index)
        ledger.release(slot: tile.slot, request: tile.id)
        if Bool.random(using: &random) { ledger.release(slot: tile.slot, request: tile.id) }
      }
      #expect(ledger.isAwaitingAnswers == !asked.isEmpty)
      #expect(ledger.isWanting == !delivered.isSuperset(of: plan), "seed \(seed) step \(step)")
    }
  }
}
