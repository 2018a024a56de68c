import Testing

@testable import Viewer

struct FrameTrackerTests {
  @Test func latencyCountsFromAFramesFirstInput() {
    var tracker = FrameTracker()
    tracker.inputArrived(at: 1)
    tracker.inputArrived(at: 1.004)
    tracker.frameMade(1, moves: false)
    // The input of a frame that was never shown counts for the next one.
    tracker.inputArrived(at: 1.006)
    tracker.frameMade(2, moves: false)
    tracker.frameShown(2, at: 1.010)
    #expect(tracker.latencies.count == 1 && abs(tracker.latencies.largest - 10) < 1e-6)
    tracker.inputArrived(at: 2)
    tracker.inputChangedNothing()
    tracker.frameMade(3, moves: false)
    tracker.frameShown(3, at: 3)
    #expect(tracker.latencies.count == 1)
  }

  @Test func intervalsCountDuringMotion() {
    var tracker = FrameTracker()
    func show(_ number: UInt64, _ time: Double, moves: Bool) {
      tracker.frameMade(number, moves: moves)
      tracker.frameShown(number, at: time)
    }
    show(1, 1, moves: true)
    show(2, 1.016, moves: true)
    show(3, 1.05, moves: false)
    // The pause before this frame doesn't count as an interval.
    show(4, 9, moves: true)
    show(5, 9.01, moves: false)
    #expect(tracker.intervals.count == 3 && abs(tracker.intervals.largest - 34) < 1e-6)
    // Continuous finger input keeps the motion going.
    tracker.inputArrived(at: 9.015)
    show(6, 9.03, moves: false)
    #expect(tracker.intervals.count == 4)
  }

  /// Shows frames at these times, all of one motion.
  private func show(_ times: [Double], in tracker: inout FrameTracker) {
    for (index, time) in times.enumerated() {
      tracker.frameMade(1 + UInt64(index), moves: true)
      tracker.frameShown(1 + UInt64(index), at: time)
    }
  }

  @Test func anInvisiblySlowMotionAddsNoInterval() {
    var tracker = FrameTracker()
    show([1, 1.02], in: &tracker)
    // The end of a glide: two frames would equal the one before.
    tracker.stoodStill()
    tracker.stoodStill()
    tracker.frameMade(3, moves: false)
    tracker.frameShown(3, at: 1.08)
    #expect(tracker.intervals.count == 1)
  }

  @Test func aPendingFrameAddsNoInterval() {
    var tracker = FrameTracker()
    show([1, 1.02], in: &tracker)
    tracker.frameMade(3, moves: true)
    tracker.stoodStill()
    tracker.frameShown(3, at: 1.04)
    tracker.frameMade(4, moves: false)
    tracker.frameShown(4, at: 1.2)
    #expect(tracker.intervals.count == 2)
  }
}
