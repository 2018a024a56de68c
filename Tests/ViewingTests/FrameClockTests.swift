import Testing

@testable import Viewing

struct FrameClockTests {
  @Test func motionIsComputedForRefreshes() {
    var clock = FrameClock(interval: 0.01)
    clock.shown(at: 5, drawing: 0.003)
    // Whenever a frame begins, its time is a whole number of refreshes after the last one.
    for (now, refreshes) in [(5.0001, 1.0), (5.006, 1), (5.0099, 1), (5.012, 2), (5.1234, 13)] {
      #expect(abs(clock.time(at: now) - (5 + refreshes * 0.01)) < 1e-9, "\(now)")
    }
  }

  @Test func irregularEventsGiveRegularSteps() {
    var clock = FrameClock(interval: 0.01)
    var times: [Double] = []
    for frame in 0..<50 {
      let refresh = 1 + Double(frame) * 0.01
      clock.shown(at: refresh, drawing: 0.002)
      let now = refresh + (frame % 3 == 0 ? 0.0005 : 0.0072)
      let time = clock.time(at: now)
      clock.begun(at: now, for: time)
      times.append(time)
    }
    for (before, after) in zip(times, times.dropFirst()) {
      #expect(abs(after - before - 0.01) < 1e-9)
    }
  }

  @Test func timeNeverGoesBack() {
    var clock = FrameClock(interval: 0.01)
    clock.shown(at: 1, drawing: 0.001)
    clock.begun(at: 1.009, for: clock.time(at: 1.009))
    // The display was faster than it had reported.
    clock.shown(at: 1.0012, drawing: 0.001)
    #expect(clock.time(at: 1.0013) >= 1.01)
    #expect(clock.moment(1.0013) == 1.01 && clock.moment(1.02) == 1.02)
  }

  @Test func framesBeginAsLateAsDrawingAllows() {
    var clock = FrameClock(interval: 0.016)
    clock.begun(at: 1, for: 1.016)
    clock.shown(at: 1.016, drawing: 0.004)
    // Shown at the refresh: the next one is drawn in four milliseconds, with two in reserve.
    #expect(abs(clock.nextStart - (1.032 - 0.006)) < 1e-9)
    // A display without vertical sync: no sooner than one refresh after the previous frame.
    clock.begun(at: 1.02, for: 1.036)
    clock.shown(at: 1.0201, drawing: 0.0001)
    #expect(clock.nextStart >= 1.02 + 0.015)
  }

  @Test func withoutAFrameNothingWaits() {
    let clock = FrameClock(interval: 0.01)
    #expect(clock.nextStart == -.infinity)
    #expect(clock.time(at: 3) == 3.01)
  }
}
