import Geometry
import Glibc
import Testing

@testable import Gestures

@Suite struct TouchpadGestureTests {
  private let spot = Point(x: 5, y: 6)

  private func pinch(_ phase: GesturePhase, _ scale: Double, at time: Double) -> WindowEvent {
    padPinch(phase, scale, by: Point(x: 1, y: 2), at: time)
  }

  @Test func aPinchReportsItsLogarithmicSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(pinch(.began, 1, at: 1))
    // The distance doubles every 100 ms.
    for step in 1...20 {
      let gestures = recognizer.gestures(
        pinch(.changed, exp2(Double(step) / 10), at: 1 + Double(step) / 100))
      #expect(
        gestures == [
          .pinch(
            phase: .changed, scale: exp2(Double(step) / 10), at: spot, movedBy: Point(x: 1, y: 2))
        ])
    }
    let gestures = recognizer.gestures(pinch(.ended, 4, at: 1.2))
    #expect(
      gestures == [
        .pinch(phase: .ended, scale: 4, at: spot, movedBy: Point(x: 1, y: 2))
      ])
  }

  @Test func aSwipeReportsItsSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(swipe(.began, 0, at: 1))
    for step in 1...10 { _ = recognizer.gestures(swipe(.changed, 5, at: 1 + Double(step) / 100)) }
    let gestures = recognizer.gestures(swipe(.ended, 0, at: 1.11))
    guard case .swipe(.ended, .zero, let velocity)? = gestures.first else {
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

  @Test func aPinchKeepsItsStartWhileItsCentreMoves() {
    var recognizer = GestureRecognizer()
    #expect(
      recognizer.gestures(padPinch(.began, 1, position: spot, at: 1)) == [
        .pinch(phase: .began, scale: 1, at: spot, movedBy: .zero)
      ])
    let elsewhere = Point(x: 90, y: 80)
    #expect(
      recognizer.gestures(
        padPinch(.changed, 1.5, by: Point(x: 7, y: -3), position: elsewhere, at: 1.01))
        == [
          .pinch(phase: .changed, scale: 1.5, at: spot, movedBy: Point(x: 7, y: -3))
        ])
  }

  @Test func aCancelledPinchHasNoSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(padPinch(.began, 1, at: 1))
    for step in 1...10 {
      _ = recognizer.gestures(
        padPinch(.changed, 1 + Double(step) / 10, at: 1 + Double(step) / 100))
    }
    #expect(
      recognizer.gestures(padPinch(.cancelled, 2, at: 1.11)) == [
        .pinch(phase: .cancelled, scale: 2, at: spot, movedBy: .zero)
      ])
    #expect(recognizer.cancel() == [])
  }

  @Test func aPauseBeforeTheEndOfAPinchMeansNoSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(padPinch(.began, 1, at: 1), padPinch(.changed, 2, at: 1.02))
    #expect(
      recognizer.gestures(padPinch(.ended, 2, at: 1.2)) == [
        .pinch(phase: .ended, scale: 2, at: spot, movedBy: .zero)
      ])
  }

  @Test func aPinchWithoutABeginningStartsAtItsFirstChange() {
    var recognizer = GestureRecognizer()
    #expect(recognizer.gestures(padPinch(.ended, 1.3, at: 1)) == [])
    #expect(
      recognizer.gestures(padPinch(.changed, 1.3, at: 2)) == [
        .pinch(phase: .began, scale: 1.3, at: spot, movedBy: .zero)
      ])
    // Only later changes have a speed: the jump to 1.3 has none.
    let gestures = recognizer.gestures(padPinch(.ended, 1.3, at: 2.02))
    #expect(
      gestures == [.pinch(phase: .ended, scale: 1.3, at: spot, movedBy: .zero)])
  }

  @Test func aPinchWithoutAnEndEndsBeforeTheNext() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(padPinch(.began, 1, at: 1), padPinch(.changed, 2, at: 1.1))
    let next = Point(x: 70, y: 70)
    #expect(
      recognizer.gestures(padPinch(.began, 1, position: next, at: 5)) == [
        .pinch(phase: .cancelled, scale: 2, at: spot, movedBy: .zero),
        .pinch(phase: .began, scale: 1, at: next, movedBy: .zero),
      ])
    #expect(
      recognizer.gestures(.visibility(isVisible: false)) == [
        .pinch(phase: .cancelled, scale: 1, at: next, movedBy: .zero)
      ])
  }

  @Test func aCancelledSwipeHasNoSpeed() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(swipe(.began, 0, at: 1))
    for step in 1...10 { _ = recognizer.gestures(swipe(.changed, 9, at: 1 + Double(step) / 100)) }
    #expect(
      recognizer.gestures(swipe(.cancelled, 0, at: 1.11)) == [
        .swipe(phase: .cancelled, movedBy: .zero, velocity: .zero)
      ])
  }

  @Test func aSwipeForgetsTheSpeedOfThePreviousOne() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(swipe(.began, 0, at: 1), swipe(.changed, 60, at: 1.02))
    _ = recognizer.gestures(swipe(.ended, 0, at: 1.03))
    _ = recognizer.gestures(swipe(.began, 0, at: 1.05))
    #expect(
      recognizer.gestures(swipe(.ended, 0, at: 1.06)) == [
        .swipe(phase: .ended, movedBy: .zero, velocity: .zero)
      ])
  }

  @Test func aSwipeEndsAScroll() {
    var recognizer = GestureRecognizer()
    _ = recognizer.gestures(fingers(1, 0, at: 1), fingers(1, 0, at: 1.01))
    #expect(
      recognizer.gestures(swipe(.began, 0, at: 1.02)) == [
        .panEnded(velocity: .zero),
        .swipe(phase: .began, movedBy: .zero, velocity: .zero),
      ])
    #expect(recognizer.deadline == nil)
  }
}
