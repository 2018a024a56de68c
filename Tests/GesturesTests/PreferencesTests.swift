import Geometry
import Testing

@testable import Gestures

@Suite struct PreferencesTests {
  private let spot = Point(x: 50, y: 60)

  private func recognizer(_ preferences: GesturePreferences) -> GestureRecognizer {
    GestureRecognizer(preferences: preferences)
  }

  @Test func theWheelsSensitivityAppliesToTheWheelOnly() {
    var recognizer = recognizer(.init(wheelSensitivity: 2.5))
    #expect(
      recognizer.gestures(wheel(0, -1)) == [.zoom(detents: 2.5, at: spot, isContinuous: false)])
    #expect(recognizer.gestures(wheel(1, 0)) == [.panStep(by: Point(x: -150, y: 0))])
    #expect(
      recognizer.gestures(fingers(0, 1, at: 1)).last
        == .panMoved(by: Point(x: 0, y: -53)))
    #expect(
      recognizer.gestures(fingers(0, -1, at: 1, modifiers: .control)).last
        == .zoom(detents: 1, at: spot, isContinuous: true))
  }

  @Test func theTouchpadsSensitivityAppliesToTheTouchpadOnly() {
    var recognizer = recognizer(.init(touchpadSensitivity: 0.5, touchpadZoomSensitivity: 3))
    #expect(
      recognizer.gestures(wheel(0, -1)) == [.zoom(detents: 1, at: spot, isContinuous: false)])
    #expect(
      recognizer.gestures(fingers(2, 1, at: 1)).last
        == .panMoved(by: Point(x: -53, y: -26.5)))
    #expect(
      recognizer.gestures(fingers(0, -0.5, at: 1.01, modifiers: .control)).last
        == .zoom(detents: 1.5, at: spot, isContinuous: true))
  }

  @Test func theTouchpadsZoomSensitivityAppliesToItsPinchesOnly() {
    var recognizer = recognizer(.init(touchpadZoomSensitivity: 2))
    _ = recognizer.gestures(padPinch(.began, 1, at: 1))
    #expect(
      recognizer.gestures(padPinch(.changed, 1.5, at: 1.01)) == [
        .pinch(phase: .changed, scale: 2.25, at: Point(x: 5, y: 6), movedBy: .zero)
      ])
    _ = recognizer.gestures(padPinch(.ended, 1.5, at: 1.02))
    _ = recognizer.gestures(touch(1, .began, 0, 0, at: 2), touch(2, .began, 100, 0, at: 2.01))
    guard
      case .pinch(.changed, 1.5, _, _)? =
        recognizer.gestures(touch(2, .changed, 150, 0, at: 2.02)).last
    else {
      Issue.record("no pinch of one and a half")
      return
    }
  }

  @Test func theSensitivityAppliesToTheSpeed() {
    var recognizer = recognizer(.init(touchpadSensitivity: 2))
    for step in 0...10 { _ = recognizer.gestures(fingers(0.1, 0, at: 1 + Double(step) / 100)) }
    guard
      case .panEnded(let velocity)? = recognizer.gestures(fingers(0, 0, at: 1.11, isEnd: true)).last
    else {
      Issue.record("the pan did not end")
      return
    }
    #expect(abs(velocity.x + 2 * 10 * 53) < 1)
  }

  @Test func aWheelThatPansZoomsWithControl() {
    var recognizer = recognizer(.init(wheelPans: true))
    #expect(recognizer.gestures(wheel(0, 1)) == [.panStep(by: Point(x: 0, y: -60))])
    #expect(
      recognizer.gestures(wheel(0, 1, modifiers: .control))
        == [.zoom(detents: -1, at: spot, isContinuous: false)])
    // Shift still makes it horizontal.
    #expect(
      recognizer.gestures(wheel(0, 1, modifiers: .shift)) == [.panStep(by: Point(x: -60, y: 0))])
  }

  @Test func anInvertedWheelDoesNotInvertTheTouchpad() {
    var recognizer = recognizer(.init(invertsWheel: true))
    #expect(
      recognizer.gestures(wheel(0, -1)) == [.zoom(detents: -1, at: spot, isContinuous: false)])
    #expect(recognizer.gestures(wheel(1, 0)) == [.panStep(by: Point(x: 60, y: 0))])
    #expect(
      recognizer.gestures(fingers(0, 1, at: 1)).last
        == .panMoved(by: Point(x: 0, y: -53)))
  }

  @Test func anInvertedTouchpadDoesNotInvertTheWheel() {
    var recognizer = recognizer(.init(invertsTouchpad: true))
    #expect(
      recognizer.gestures(fingers(1, 1, at: 1)).last
        == .panMoved(by: Point(x: 53, y: 53)))
    #expect(
      recognizer.gestures(fingers(0, 1, at: 1.01, modifiers: .control)).last
        == .zoom(detents: 1, at: spot, isContinuous: true))
    #expect(
      recognizer.gestures(wheel(0, -1)) == [.zoom(detents: 1, at: spot, isContinuous: false)])
  }
}
