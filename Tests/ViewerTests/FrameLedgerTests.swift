import Testing

@testable import Viewer

struct FrameLedgerTests {
  @Test func latencyCountsFromAFramesFirstInput() {
    var ledger = FrameLedger()
    ledger.inputArrived(at: 1)
    ledger.inputArrived(at: 1.004)
    ledger.frameMade(1, moves: false)
    // The input of a frame that was never shown counts for the next one.
    ledger.inputArrived(at: 1.006)
    ledger.frameMade(2, moves: false)
    ledger.frameShown(2, at: 1.010)
    #expect(ledger.latencies.count == 1 && abs(ledger.latencies.largest - 10) < 1e-6)
    ledger.inputArrived(at: 2)
    ledger.inputChangedNothing()
    ledger.frameMade(3, moves: false)
    ledger.frameShown(3, at: 3)
    #expect(ledger.latencies.count == 1)
  }

  @Test func intervalsCountDuringMotion() {
    var ledger = FrameLedger()
    func show(_ number: UInt64, _ time: Double, moves: Bool) {
      ledger.frameMade(number, moves: moves)
      ledger.frameShown(number, at: time)
    }
    show(1, 1, moves: true)
    show(2, 1.016, moves: true)
    show(3, 1.05, moves: false)
    // The pause before this frame is no interval.
    show(4, 9, moves: true)
    show(5, 9.01, moves: false)
    #expect(ledger.intervals.count == 3 && abs(ledger.intervals.largest - 34) < 1e-6)
    // Continuous finger input keeps the motion going.
    ledger.inputArrived(at: 9.015)
    show(6, 9.03, moves: false)
    #expect(ledger.intervals.count == 4)
  }

  /// Shows frames at these times, all of one motion.
  private func show(_ times: [Double], in ledger: inout FrameLedger) {
    for (index, time) in times.enumerated() {
      ledger.frameMade(1 + UInt64(index), moves: true)
      ledger.frameShown(1 + UInt64(index), at: time)
    }
  }

  @Test func anInvisiblySlowMotionAddsNoInterval() {
    var ledger = FrameLedger()
    show([1, 1.02], in: &ledger)
    // The end of a glide: two frames would equal the one before.
    ledger.stoodStill()
    ledger.stoodStill()
    ledger.frameMade(3, moves: false)
    ledger.frameShown(3, at: 1.08)
    #expect(ledger.intervals.count == 1)
  }

  @Test func aPendingFrameAddsNoInterval() {
    var ledger = FrameLedger()
    show([1, 1.02], in: &ledger)
    ledger.frameMade(3, moves: true)
    ledger.stoodStill()
    ledger.frameShown(3, at: 1.04)
    ledger.frameMade(4, moves: false)
    ledger.frameShown(4, at: 1.2)
    #expect(ledger.intervals.count == 2)
  }
}
