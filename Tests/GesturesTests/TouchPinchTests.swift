import Geometry
import Glibc
import Testing

@testable import Gestures

@Suite struct TouchPinchTests {
  private let middle = Point(x: 150, y: 100)

  /// Two fingers 100 pixels apart, which may still become a tap.
  private func twoFingers(_ recognizer: inout GestureRecognizer) -> [Gesture] {
    _ = recognizer.gestures(touch(1, .began, 100, 100, at: 1))
    return recognizer.gestures(touch(2, .began, 200, 100, at: 1.05))
  }

  // MARK: Pinches

  @Test func twoFingersPinchAboutTheirMiddleAndPanAtOnce() {
    var recognizer = GestureRecognizer()
    #expect(twoFingers(&recognizer) == [.panEnded(velocity: .zero)])
    #expect(
      recognizer.gestures(touch(1, .changed, 80, 100, at: 1.06)) == [
        .pinch(phase: .began, scale: 1, at: middle, movedBy: .zero),
        .pinch(phase: .changed, scale: 1.2, at: middle, movedBy: Point(x: -10, y: 0)),
      ])
    #expect(
      recognizer.gestures(touch(2, .changed, 220, 100, at: 1.07)) == [
        .pinch(phase: .changed, scale: 1.4, at: middle, movedBy: Point(x: 10, y: 0))
      ])
    // An unchanged centre and scale are not reported again.
    #expect(recognizer.gestures(touch(2, .changed, 220, 100, at: 1.08)) == [])
  }

  @Test func movesOfTheCentreAddUp() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    var sum = Point.zero
    for step in 1...50 {
      let way = Double(step)
      for event in [
        touch(1, .changed, 100 + way * 2, 100 - way, at: 1.1 + way / 100),
        touch(2, .changed, 200 + way, 100 + way * 3, at: 1.105 + way / 100),
      ] {
        for case .pinch(_, _, _, let by) in recognizer.gestures(event) { sum = sum + by }
      }
    }
    #expect((sum - Point(x: 75, y: 50)).length < 1e-9)
  }

  @Test func fingersThatNearlyTouchDoNotMakeTheScaleJump() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 100, 100, at: 1), touch(2, .began, 110, 100, at: 1.01))
    let gestures = recognizer.gestures(touch(2, .changed, 164, 100, at: 1.02))
    guard case .pinch(.changed, let scale, _, _)? = gestures.last else {
      Issue.record("no pinch: \(gestures)")
      return
    }
    // Distances below 32 pixels count as 32, so 64 pixels double the scale.
    #expect(scale == 2)
  }

  @Test func aSecondFingerOnAMovingPicturePinchesAtOnce() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 80, 100, at: 1), touch(1, .changed, 100, 100, at: 1.02))
    #expect(
      recognizer.gestures(touch(2, .began, 200, 100, at: 1.05)) == [
        .panEnded(velocity: .zero),
        .pinch(phase: .began, scale: 1, at: middle, movedBy: .zero),
      ])
  }

  @Test func theRemainingFingerOfAPinchPansOnceItMoves() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    _ = recognizer.gestures(touch(2, .changed, 260, 100, at: 1.1))
    guard
      case .pinch(.ended, 1.6, _, _)? =
        recognizer.gestures(touch(2, .ended, 260, 100, at: 1.5)).last
    else {
      Issue.record("the pinch did not end")
      return
    }
    #expect(recognizer.gestures(touch(1, .changed, 104, 100, at: 1.52)) == [])
    #expect(
      recognizer.gestures(touch(1, .changed, 130, 100, at: 1.54)) == [
        .panBegan,
        .panMoved(by: Point(x: 30, y: 0)),
      ])
  }

  @Test func theRemainingFingerOfAPinchDoesNotTap() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    _ = recognizer.gestures(
      touch(2, .changed, 260, 100, at: 1.1), touch(2, .ended, 260, 100, at: 1.12))
    #expect(recognizer.gestures(touch(1, .ended, 100, 100, at: 1.14)) == [])
    #expect(
      recognizer.gestures(touch(1, .began, 100, 100, at: 1.2))
        == [.panBegan])
  }

  @Test func aReturningFingerStartsANewPinch() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    _ = recognizer.gestures(
      touch(2, .changed, 260, 100, at: 1.1), touch(2, .ended, 260, 100, at: 1.12))
    #expect(
      recognizer.gestures(touch(3, .began, 300, 100, at: 1.2)) == [
        .pinch(phase: .began, scale: 1, at: Point(x: 200, y: 100), movedBy: .zero)
      ])
  }

  @Test func aThirdFingerDoesNothing() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    _ = recognizer.gestures(touch(2, .changed, 260, 100, at: 1.1))
    #expect(
      recognizer.gestures(
        touch(3, .began, 400, 400, at: 1.2), touch(3, .changed, 500, 500, at: 1.3),
        touch(3, .ended, 500, 500, at: 1.4)) == [])
    #expect(recognizer.gestures(touch(2, .changed, 300, 100, at: 1.5)).count == 1)
  }

  @Test func aCancelledFingerCancelsThePinch() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    _ = recognizer.gestures(touch(2, .changed, 260, 100, at: 1.1))
    #expect(
      recognizer.gestures(touch(1, .cancelled, 100, 100, at: 1.12)) == [
        .pinch(phase: .cancelled, scale: 1.6, at: middle, movedBy: .zero)
      ])
    // The other finger is still down, and pans once it moves.
    #expect(
      recognizer.gestures(touch(2, .changed, 280, 100, at: 1.14)).first
        == .panBegan)
  }

  // MARK: Taps of two fingers

  @Test func aTapOfTwoFingersIsReported() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    #expect(
      recognizer.gestures(touch(1, .ended, 102, 100, at: 1.15))
        == [.twoFingerTap(at: middle)])
    #expect(recognizer.gestures(touch(2, .ended, 200, 100, at: 1.17)) == [])
    // This tap is not the first half of a double tap.
    #expect(recognizer.gestures(touch(1, .began, 100, 100, at: 1.3)).count == 1)
  }

  @Test func twoFingersThatStayTooLongDoNotTap() {
    var recognizer = GestureRecognizer()
    _ = twoFingers(&recognizer)
    #expect(recognizer.gestures(touch(2, .ended, 200, 100, at: 1.36)) == [])
    #expect(recognizer.gestures(touch(1, .ended, 100, 100, at: 1.4)) == [])
  }

  // MARK: One finger that zooms

  @Test func draggingTheSecondTapZooms() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(touch(1, .began, 100, 100, at: 1), touch(1, .ended, 100, 100, at: 1.1))
    #expect(recognizer.gestures(touch(2, .began, 110, 100, at: 1.2)) == [])
    #expect(recognizer.gestures(touch(2, .changed, 110, 107, at: 1.3)) == [])
    let start = Point(x: 110, y: 100)
    #expect(
      recognizer.gestures(touch(2, .changed, 110, 108.5, at: 1.4)) == [
        .pinch(phase: .began, scale: 1, at: start, movedBy: .zero),
        .pinch(phase: .changed, scale: exp2(0.5 / 120), at: start, movedBy: .zero),
      ])
    // Down zooms in, up zooms out: 120 pixels beyond the slop double the scale, about the point of
    // the touch.
    #expect(
      recognizer.gestures(touch(2, .changed, 160, 228, at: 1.6))
        == [.pinch(phase: .changed, scale: 2, at: start, movedBy: .zero)])
    #expect(
      recognizer.gestures(touch(2, .changed, 90, -12, at: 1.8))
        == [.pinch(phase: .changed, scale: 0.5, at: start, movedBy: .zero)])
    #expect(
      recognizer.gestures(touch(2, .ended, 90, -12, at: 2))
        == [.pinch(phase: .ended, scale: 0.5, at: start, movedBy: .zero)])
  }

  @Test func theZoomingDistanceGrowsWithTheInterfaceScale() {
    var recognizer = GestureRecognizer(interfaceScale: 2)
    _ = recognizer.gestures(
      touch(1, .began, 100, 100, at: 1), touch(1, .ended, 100, 100, at: 1.1),
      touch(1, .began, 100, 100, at: 1.2), touch(1, .changed, 100, 120, at: 1.3))
    let gestures = recognizer.gestures(touch(1, .changed, 100, 236, at: 1.4))
    guard case .pinch(.changed, let scale, _, _)? = gestures.first else {
      Issue.record("no zoom: \(gestures)")
      return
    }
    #expect(abs(scale - 2.squareRoot()) < 1e-12)
  }

  @Test func aSidewaysDragAfterADoubleTapDoesNotZoomYet() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 100, 100, at: 1), touch(1, .ended, 100, 100, at: 1.1),
      touch(1, .began, 100, 100, at: 1.2), touch(1, .changed, 130, 100, at: 1.3))
    #expect(recognizer.gestures(touch(1, .changed, 160, 100, at: 1.4)) == [])
    // The gesture is still a zoom: lifting the finger is not a double click.
    let gestures = recognizer.gestures(touch(1, .ended, 160, 100, at: 1.5))
    guard case .pinch(.ended, 1, _, _)? = gestures.first, gestures.count == 1 else {
      Issue.record("the zoom did not end: \(gestures)")
      return
    }
  }

  @Test func aCancelledZoomEnds() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(
      touch(1, .began, 100, 100, at: 1), touch(1, .ended, 100, 100, at: 1.1),
      touch(1, .began, 100, 100, at: 1.2))
    // While it may still be a double tap, nothing has been reported.
    #expect(recognizer.gestures(touch(1, .cancelled, 100, 100, at: 1.3)) == [])
    _ = recognizer.gestures(
      touch(1, .began, 100, 100, at: 2), touch(1, .ended, 100, 100, at: 2.1),
      touch(1, .began, 100, 100, at: 2.2), touch(1, .changed, 100, 120, at: 2.3))
    #expect(
      recognizer.gestures(touch(1, .cancelled, 100, 120, at: 2.4)) == [
        .pinch(phase: .cancelled, scale: exp2(0.1), at: Point(x: 100, y: 100), movedBy: .zero)
      ])
  }
}
