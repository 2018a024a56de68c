import Geometry
import Glibc
import Testing
import Windowing

@testable import Gestures

@Suite struct TouchpadGestureTests {
  private let spot = Point(x: 5, y: 6)

  private func pinch(_ phase: GesturePhase, _ scale: Double, at time: Double) -> WindowEvent {
    .pinch(
      PinchEvent(
        phase: phase, scale: scale, delta: Point(x: 1, y: 2), position: spot, time: time))
  }

  @Test func aPinchPassesWithTheSpeedOfItsLogarithm() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(pinch(.began, 1, at: 1))
    // The distance doubles every tenth of a second.
    for step in 1...20 {
      let gestures = recognizer.gestures(
        pinch(.changed, exp2(Double(step) / 10), at: 1 + Double(step) / 100))
      #expect(
        gestures == [
          .pinch(
            phase: .changed, scale: exp2(Double(step) / 10), at: spot, movedBy: Point(x: 1, y: 2),
            velocity: 0)
        ])
    }
    let gestures = recognizer.gestures(pinch(.ended, 4, at: 1.2))
    guard case .pinch(.ended, 4, spot, _, let velocity)? = gestures.first else {
      Issue.record("the pinch did not end: \(gestures)")
      return
    }
    #expect(abs(velocity - 10 * log(2)) < 0.01)
  }

  @Test func aSwipePassesWithItsSpeed() {
    var recognizer = GestureRecognizer()
    func swipe(_ phase: GesturePhase, _ x: Double, at time: Double) -> WindowEvent {
      .swipe(SwipeEvent(phase: phase, fingers: 3, delta: Point(x: x, y: 0), time: time))
    }
    _ = recognizer.gestures(swipe(.began, 0, at: 1))
    for step in 1...10 { _ = recognizer.gestures(swipe(.changed, 5, at: 1 + Double(step) / 100)) }
    let gestures = recognizer.gestures(swipe(.ended, 0, at: 1.11))
    guard case .swipe(.ended, 3, .zero, let velocity)? = gestures.first else {
      Issue.record("the swipe did not end: \(gestures)")
      return
    }
    #expect(abs(velocity.x - 500) < 1)
  }

  @Test func aPinchEndsAScroll() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(fingers(0, 1, at: 1))
    #expect(recognizer.gestures(pinch(.began, 1, at: 1.01)).first == .panEnded(velocity: .zero))
  }
}
