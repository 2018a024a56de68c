import Geometry
import Testing

@testable import Gestures

@Suite struct TouchTests {
  private let spot = Point(x: 100, y: 100)

  private func tap(
    _ recognizer: inout GestureRecognizer, x: Double = 100, at time: Double
  ) -> [Gesture] {
    recognizer.gestures(
      touch(1, .began, x, 100, at: time), touch(1, .ended, x, 100, at: time + 0.08))
  }

  // MARK: One finger

  @Test func aFingerCatchesThePictureAndLosesNoPixelToTheSlop() {
    var recognizer = GestureRecognizer()
    #expect(recognizer.gestures(touch(1, .began, 100, 100, at: 1)) == [.panBegan])
    #expect(recognizer.gestures(touch(1, .changed, 105, 104, at: 1.01)) == [])
    #expect(
      recognizer.gestures(touch(1, .changed, 109, 104, at: 1.02))
        == [.panMoved(by: Point(x: 9, y: 4))])
    #expect(
      recognizer.gestures(touch(1, .changed, 108.5, 104, at: 1.03))
        == [.panMoved(by: Point(x: -0.5, y: 0))])
  }

  @Test func aFlickHasItsSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 0, 0, at: 1))
    for step in 1...20 {
      _ = recognizer.gestures(
        touch(1, .changed, Double(step) * 8, Double(step) * -4, at: 1 + Double(step) / 100))
    }
    // The point where the finger leaves the screen counts, too.
    let gestures = recognizer.gestures(touch(1, .ended, 168, -84, at: 1.21))
    guard gestures.count == 2, case .panEnded(let velocity) = gestures[1] else {
      Issue.record("the pan did not end: \(gestures)")
      return
    }
    #expect(gestures[0] == .panMoved(by: Point(x: 8, y: -4)))
    #expect(abs(velocity.x - 800) < 1 && abs(velocity.y + 400) < 1)
  }

  @Test func aPauseBeforeTheFingerLiftsMeansNoSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 0, 0, at: 1), touch(1, .changed, 60, 0, at: 1.02))
    #expect(
      recognizer.gestures(touch(1, .ended, 60, 0, at: 1.2)) == [.panEnded(velocity: .zero)])
  }

  @Test func theSlopGrowsWithTheInterfaceScale() {
    var recognizer = GestureRecognizer(interfaceScale: 2)
    _ = recognizer.gestures(touch(1, .began, 0, 0, at: 1))
    #expect(recognizer.gestures(touch(1, .changed, 16, 0, at: 1.01)) == [])
    #expect(
      recognizer.gestures(touch(1, .changed, 17, 0, at: 1.02))
        == [.panMoved(by: Point(x: 17, y: 0))])
  }

  // MARK: Taps

  @Test func aTapClicks() {
    var recognizer = GestureRecognizer()
    #expect(
      tap(&recognizer, at: 1) == [
        .panBegan, .panEnded(velocity: .zero), .click(button: 1, at: spot),
      ])
  }

  @Test func aFingerThatStaysTooLongDoesNotTap() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 100, 100, at: 1))
    #expect(
      recognizer.gestures(touch(1, .ended, 102, 100, at: 1.31)) == [.panEnded(velocity: .zero)])
    // This touch is not the first tap of two either.
    #expect(recognizer.gestures(touch(1, .began, 100, 100, at: 1.35)) == [.panBegan])
  }

  @Test func twoTapsAreADoubleClick() {
    var recognizer = GestureRecognizer()
    _ = tap(&recognizer, at: 1)
    #expect(
      tap(&recognizer, x: 130, at: 1.25) == [.doubleClick(at: Point(x: 130, y: 100))])
    // A third tap starts over.
    #expect(tap(&recognizer, at: 1.45).first == .panBegan)
  }

  @Test(arguments: [(100.0, 1.41), (141.0, 1.2)])
  func aLateOrDistantSecondTapIsAnotherTap(x: Double, time: Double) {
    var recognizer = GestureRecognizer()
    _ = tap(&recognizer, at: 1)
    #expect(tap(&recognizer, x: x, at: time).last == .click(button: 1, at: Point(x: x, y: 100)))
  }

  // MARK: Long presses

  private static let longPressing = GesturePreferences(longPress: 0.5)

  @Test func aRestingFingerIsALongPressIfEnabled() {
    var recognizer = GestureRecognizer(preferences: Self.longPressing)
    let began = recognizer.gestures(for: touch(1, .began, 100, 100, at: 1), now: 7)
    #expect(began == [.panBegan])
    #expect(recognizer.deadline == 7.5)
    _ = recognizer.gestures(for: touch(1, .changed, 104, 100, at: 1.2), now: 7.2)
    let early = recognizer.tick(now: 7.49)
    #expect(early == [])
    let late = recognizer.tick(now: 7.5)
    #expect(late == [.panEnded(velocity: .zero), .longPress(at: spot)])
    #expect(recognizer.deadline == nil)
    // The touch is no longer a tap, nor the first of two.
    #expect(recognizer.gestures(touch(1, .ended, 104, 100, at: 1.6)) == [])
    #expect(recognizer.gestures(touch(1, .began, 100, 100, at: 1.7)) == [.panBegan])
  }

  @Test func aFingerThatMovesAfterALongPressPans() {
    var recognizer = GestureRecognizer(preferences: Self.longPressing)
    _ = recognizer.gestures(for: touch(1, .began, 100, 100, at: 1), now: 1)
    _ = recognizer.tick(now: 1.5)
    #expect(
      recognizer.gestures(touch(1, .changed, 120, 100, at: 2)) == [
        .panBegan, .panMoved(by: Point(x: 20, y: 0)),
      ])
  }

  @Test func pansPinchesAndTapsAreNotLongPresses() {
    let ends: [[WindowEvent]] = [
      [touch(1, .changed, 120, 100, at: 1.1)], [touch(1, .ended, 100, 100, at: 1.1)],
      [touch(2, .began, 200, 100, at: 1.1)], [touch(1, .cancelled, 100, 100, at: 1.1)],
      [.visibility(isVisible: false)],
    ]
    for events in ends {
      var recognizer = GestureRecognizer(preferences: Self.longPressing)
      _ = recognizer.gestures(for: touch(1, .began, 100, 100, at: 1), now: 1)
      for event in events { _ = recognizer.gestures(for: event, now: 1.1) }
      #expect(recognizer.deadline == nil)
      let gestures = recognizer.tick(now: 9)
      #expect(gestures == [])
    }
  }

  @Test func longPressesAreOffByDefault() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(for: touch(1, .began, 100, 100, at: 1), now: 1)
    #expect(recognizer.deadline == nil)
  }

  @Test func aPanIsNotAFirstTap() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 100, 100, at: 1), touch(1, .changed, 120, 100, at: 1.02),
      touch(1, .changed, 100, 100, at: 1.04), touch(1, .ended, 100, 100, at: 1.06))
    #expect(recognizer.gestures(touch(1, .began, 100, 100, at: 1.2)) == [.panBegan])
  }

  // MARK: Lost and cancelled touches

  @Test func aCancelledFingerEndsThePan() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 0, 0, at: 1), touch(1, .changed, 50, 0, at: 1.01))
    #expect(
      recognizer.gestures(touch(1, .cancelled, 50, 0, at: 1.02)) == [.panEnded(velocity: .zero)])
    #expect(recognizer.gestures(touch(1, .changed, 90, 0, at: 1.03)) == [])
    #expect(recognizer.gestures(touch(1, .ended, 90, 0, at: 1.04)) == [])
  }

  @Test func aFingerWhoseEndWasLostMayReturn() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 0, 0, at: 1), touch(1, .changed, 50, 0, at: 1.01))
    #expect(
      recognizer.gestures(touch(1, .began, 100, 100, at: 9))
        == [.panEnded(velocity: .zero), .panBegan])
  }

  @Test func hidingTheWindowEndsThePan() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 0, 0, at: 1), touch(1, .changed, 50, 0, at: 1.01))
    #expect(recognizer.gestures(.visibility(isVisible: false)) == [.panEnded(velocity: .zero)])
    #expect(recognizer.gestures(touch(1, .changed, 90, 0, at: 1.02)) == [])
  }

  // MARK: Other devices

  @Test func aFingerTakesOverFromThePointer() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(press(10, 10, at: 1), motion(40, 10, at: 1.01))
    #expect(
      recognizer.gestures(touch(1, .began, 100, 100, at: 1.02))
        == [.panEnded(velocity: .zero), .panBegan])
    #expect(recognizer.gestures(motion(60, 10, at: 1.03), release(60, 10, at: 1.04)) == [])
  }

  @Test func aFingerStopsAScrollAndAPinchOfTheTouchpad() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(fingers(0, 1, at: 1))
    #expect(
      recognizer.gestures(touch(1, .began, 100, 100, at: 1.02))
        == [.panEnded(velocity: .zero), .panBegan])
    _ = recognizer.gestures(touch(1, .ended, 100, 100, at: 2))
    _ = recognizer.gestures(padPinch(.began, 1, at: 3), padPinch(.changed, 1.5, at: 3.01))
    #expect(
      recognizer.gestures(touch(1, .began, 100, 100, at: 3.02)) == [
        .pinch(phase: .cancelled, scale: 1.5, at: Point(x: 5, y: 6), movedBy: .zero),
        .panBegan,
      ])
  }

  @Test func aButtonDoesNotTakeOverFromAFinger() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 100, 100, at: 1))
    #expect(recognizer.gestures(press(5, 5, at: 1.01), release(5, 5, at: 1.02)) == [])
    #expect(
      recognizer.gestures(touch(1, .changed, 120, 100, at: 1.03))
        == [.panMoved(by: Point(x: 20, y: 0))])
  }
}
