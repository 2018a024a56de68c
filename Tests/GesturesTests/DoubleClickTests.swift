import Geometry
import Testing

@testable import Gestures

@Suite struct DoubleClickTests {
  private func firstClick(_ recognizer: inout GestureRecognizer) {
    _ = recognizer.gestures(press(100, 100, at: 1), release(100, 100, at: 1.05))
  }

  @Test func theSecondPressIsTheDoubleClick() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    #expect(
      recognizer.gestures(press(104, 100, at: 1.3)) == [.doubleClick(at: Point(x: 104, y: 100))])
    #expect(recognizer.gestures(release(104, 100, at: 1.35)) == [])
  }

  @Test func tremblingAfterADoubleClickPansNothing() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    _ = recognizer.gestures(press(100, 100, at: 1.2))
    #expect(recognizer.gestures(motion(106, 102, at: 1.22), release(106, 102, at: 1.25)) == [])
  }

  @Test func aDragAfterADoubleClickPans() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    _ = recognizer.gestures(press(100, 100, at: 1.2))
    #expect(
      recognizer.gestures(motion(120, 100, at: 1.25)) == [
        .panBegan,
        .panMoved(by: Point(x: 20, y: 0)),
      ])
  }

  @Test func aLateSecondPressIsAnotherClick() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    #expect(
      recognizer.gestures(press(100, 100, at: 1.41)) == [.panBegan])
  }

  @Test func aDistantSecondPressIsAnotherClick() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    #expect(recognizer.gestures(press(109, 100, at: 1.2)) == [.panBegan])
  }

  @Test func theDistanceGrowsWithTheInterfaceScale() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(.interfaceScaleChanged(2))
    firstClick(&recognizer)
    #expect(
      recognizer.gestures(press(115, 100, at: 1.2)) == [.doubleClick(at: Point(x: 115, y: 100))])
  }

  @Test func aThirdPressStartsOver() {
    var recognizer = GestureRecognizer()
    firstClick(&recognizer)
    _ = recognizer.gestures(press(100, 100, at: 1.2), release(100, 100, at: 1.25))
    #expect(recognizer.gestures(press(100, 100, at: 1.3)) == [.panBegan])
  }

  @Test func aDragIsNotAFirstClick() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      press(100, 100, at: 1), motion(120, 100, at: 1.05), motion(100, 100, at: 1.1),
      release(100, 100, at: 1.15))
    #expect(recognizer.gestures(press(100, 100, at: 1.2)) == [.panBegan])
  }

  @Test func otherButtonsHaveNoDoubleClick() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(1, 1, at: 1, button: 2), release(1, 1, at: 1.1, button: 2))
    #expect(
      recognizer.gestures(press(1, 1, at: 1.2, button: 2)) == [.panBegan])
  }
}
