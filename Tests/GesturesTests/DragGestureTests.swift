import Geometry
import Testing

@testable import Gestures

@Suite struct DragGestureTests {
  @Test func aPressCatchesThePicture() {
    var recognizer = GestureRecognizer()
    #expect(recognizer.gestures(press(10, 20, at: 1)) == [.panBegan])
  }

  @Test func aDragLosesNoPixelToTheSlop() {
    var recognizer = GestureRecognizer()
    var sum = Point.zero
    var events = [press(100, 100, at: 1)]
    for step in 1...20 {
      events.append(motion(100 + Double(step), 100 - Double(step) / 2, at: 1 + Double(step) / 100))
    }
    for event in events {
      for case .panMoved(let by) in recognizer.gestures(for: event, now: 0) { sum = sum + by }
    }
    #expect(sum == Point(x: 20, y: -10))
  }

  @Test func aTremblingClickIsNotADrag() {
    var recognizer = GestureRecognizer()
    let gestures = recognizer.gestures(
      press(10, 10, at: 1), motion(12, 11, at: 1.01), release(12, 11, at: 1.05))
    #expect(
      gestures == [
        .panBegan, .panEnded(velocity: .zero),
        .click(button: 1, at: Point(x: 12, y: 11)),
      ])
  }

  @Test func theSlopGrowsWithTheInterfaceScale() {
    var recognizer = GestureRecognizer(interfaceScale: 2)
    let gestures = recognizer.gestures(press(10, 10, at: 1), motion(15, 10, at: 1.01))
    #expect(gestures == [.panBegan])
    #expect(
      recognizer.gestures(motion(17, 10, at: 1.02))
        == [.panMoved(by: Point(x: 7, y: 0))])
  }

  @Test func aFlickHasItsSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(0, 0, at: 1))
    // Slow for half a second, then 600 pixels per second.
    for step in 1...50 {
      _ = recognizer.gestures(motion(Double(step), 0, at: 1 + Double(step) / 100))
    }
    for step in 1...20 {
      _ = recognizer.gestures(motion(50 + Double(step) * 6, 0, at: 1.5 + Double(step) / 100))
    }
    let gestures = recognizer.gestures(release(170, 0, at: 1.705))
    guard case .panEnded(let velocity)? = gestures.last else {
      Issue.record("the drag did not end")
      return
    }
    #expect(abs(velocity.x - 600) < 1)
    #expect(velocity.y == 0)
  }

  @Test func aPauseBeforeTheReleaseMeansNoSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(0, 0, at: 1))
    for step in 1...20 {
      _ = recognizer.gestures(motion(Double(step) * 6, 0, at: 1 + Double(step) / 100))
    }
    #expect(recognizer.gestures(release(120, 0, at: 1.3)) == [.panEnded(velocity: .zero)])
  }

  @Test func aBurstInOneMillisecondHasABoundedSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(0, 0, at: 1), motion(4, 0, at: 1), motion(8, 0, at: 1))
    let gestures = recognizer.gestures(release(8, 0, at: 1))
    #expect(gestures == [.panEnded(velocity: Point(x: 1000, y: 0))])
  }

  @Test func thePositionOfTheReleaseCounts() {
    var recognizer = GestureRecognizer()
    let gestures = recognizer.gestures(press(0, 0, at: 1), release(10, 0, at: 2))
    #expect(gestures.contains(.panMoved(by: Point(x: 10, y: 0))))
  }

  @Test func theMiddleButtonDragsToo() {
    var recognizer = GestureRecognizer()
    let gestures = recognizer.gestures(
      press(0, 0, at: 1, button: 2), motion(10, 0, at: 1.1), release(10, 0, at: 2, button: 2))
    #expect(
      gestures == [
        .panBegan, .panMoved(by: Point(x: 10, y: 0)),
        .panEnded(velocity: .zero),
      ])
  }

  @Test func onlyThePressedButtonEndsTheDrag() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(0, 0, at: 1))
    #expect(
      recognizer.gestures(press(0, 0, at: 1.1, button: 2), release(0, 0, at: 1.2, button: 2)) == [])
    #expect(recognizer.gestures(motion(9, 0, at: 1.3)).count == 1)
  }

  @Test func motionWithoutAButtonIsIgnored() {
    var recognizer = GestureRecognizer()
    #expect(recognizer.gestures(motion(1, 1, at: 1), motion(50, 80, at: 2)) == [])
  }

  @Test func hidingTheWindowEndsTheDrag() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(0, 0, at: 1), motion(10, 0, at: 1.01))
    #expect(recognizer.gestures(.visibility(isVisible: false)) == [.panEnded(velocity: .zero)])
    #expect(recognizer.gestures(motion(20, 0, at: 1.02)) == [])
  }

  @Test(arguments: [3, 8, 9]) func otherButtonsClickAtOnce(button: Int) {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(press(5, 6, at: 1, button: button))
        == [.click(button: button, at: Point(x: 5, y: 6))])
    #expect(recognizer.gestures(release(5, 6, at: 1.1, button: button)) == [])
  }
}
