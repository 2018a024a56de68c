import Geometry
import Testing

@testable import Gestures

@Suite struct ScrollTests {
  private let spot = Point(x: 50, y: 60)

  @Test func turningTheWheelUpZoomsIn() {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(wheel(0, -1)) == [.zoom(detents: 1, at: spot, isContinuous: false)])
    #expect(
      recognizer.gestures(wheel(0, 0.25, isContinuous: true))
        == [.zoom(detents: -0.25, at: spot, isContinuous: true)])
    #expect(recognizer.deadline == nil)
  }

  @Test(arguments: [(1.0, 0.0, Modifiers()), (0.0, 1.0, Modifiers.shift)])
  func aSidewaysWheelPans(x: Double, y: Double, modifiers: Modifiers) {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(wheel(x, y, modifiers: modifiers)) == [
        .panStep(by: Point(x: -60, y: 0))
      ])
  }

  @Test func theWheelDoesNotEndADrag() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(50, 60, at: 1))
    #expect(
      recognizer.gestures(wheel(-1, 0)) == [.panMoved(by: Point(x: 60, y: 0))])
  }

  @Test func fingersPanWithTheirSpeed() {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(fingers(0, 0.1, at: 1)) == [
        .panBegan, .panMoved(by: Point(x: 0, y: -0.1 * 53)),
      ])
    for step in 1...20 { _ = recognizer.gestures(fingers(0.2, 0.1, at: 1 + Double(step) / 100)) }
    let gestures = recognizer.gestures(fingers(0, 0, at: 1.21, isEnd: true))
    guard case .panEnded(let velocity)? = gestures.first, gestures.count == 1 else {
      Issue.record("the pan did not end: \(gestures)")
      return
    }
    // 0.2 and 0.1 detents per 10 ms.
    #expect(abs(velocity.x + 20 * 53) < 1)
    #expect(abs(velocity.y + 10 * 53) < 1)
    #expect(recognizer.deadline == nil)
    #expect(recognizer.gestures(fingers(0, 0, at: 1.3, isEnd: true)) == [])
  }

  @Test func silenceEndsAScroll() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(for: fingers(0, 1, at: 1), now: 70)
    _ = recognizer.gestures(for: fingers(0, 1, at: 1.01), now: 70.01)
    _ = recognizer.gestures(for: fingers(0, 1, at: 1.02), now: 70.02)
    #expect(recognizer.deadline == 70.02 + 0.04)
    #expect(recognizer.tick(now: 70.05) == [])
    let gestures = recognizer.tick(now: 70.0601)
    guard case .panEnded(let velocity)? = gestures.first else {
      Issue.record("silence did not end the pan")
      return
    }
    #expect(abs(velocity.y + 5300) < 1)
    #expect(recognizer.deadline == nil)
    #expect(recognizer.tick(now: 71) == [])
  }

  @Test func restingFingersDoNotFling() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(fingers(0, 1, at: 1), fingers(0, 0, at: 1.01, isEnd: true))
    // This touchpad does report lifted fingers; now its events stop without such a report.
    _ = recognizer.gestures(fingers(0, 1, at: 2), fingers(0, 1, at: 2.01))
    #expect(recognizer.tick(now: 1) == [.panEnded(velocity: .zero)])
  }

  @Test func controlMakesFingersZoom() {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(fingers(0.5, -0.2, at: 1, modifiers: .control))
        == [.zoom(detents: 0.2, at: spot, isContinuous: true)])
    _ = recognizer.gestures(fingers(0, 1, at: 2))
    #expect(
      recognizer.gestures(fingers(0, 0.2, at: 2.01, modifiers: .control)) == [
        .panEnded(velocity: .zero), .zoom(detents: -0.2, at: spot, isContinuous: true),
      ])
  }

  @Test func distancesGrowWithTheInterfaceScale() {
    var recognizer = GestureRecognizer(interfaceScale: 1.5)
    #expect(
      recognizer.gestures(fingers(1, 0, at: 1)).last
        == .panMoved(by: Point(x: -79.5, y: 0)))
  }

  @Test func aPressEndsAScroll() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(fingers(0, 1, at: 1), fingers(0, 1, at: 1.01))
    #expect(
      recognizer.gestures(press(50, 60, at: 1.02))
        == [.panEnded(velocity: .zero), .panBegan])
  }
}
