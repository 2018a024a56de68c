import Geometry
import Gestures
import Testing

@testable import Windowing

@Suite struct ScrollTrackerTests {
  private func tracker(
    isTouchpad: Bool = false, value: Double? = 1000, validFrom: UInt = 0
  ) -> ScrollTracker {
    var tracker = ScrollTracker()
    tracker.replace([
      7: ScrollDevice(
        isTouchpad: isTouchpad,
        axes: [
          ScrollAxis(number: 2, isVertical: false, increment: 15, value: value),
          ScrollAxis(number: 3, isVertical: true, increment: -120, value: value),
        ], validFrom: validFrom)
    ])
    return tracker
  }

  @Test func aDetentIsTheDeltaDividedByTheIncrement() {
    var tracker = tracker()
    #expect(
      tracker.move(7, valuators: [(3, 880)], serial: 1)
        == .init(
          detents: Point(x: 0, y: 1), isTouchpad: false, isContinuous: false, isEnd: false))
    #expect(
      tracker.move(7, valuators: [(0, 5), (2, 985), (3, 1000)], serial: 2)?.detents
        == Point(x: -1, y: -1))
  }

  @Test func fractionsMakeADeviceContinuous() {
    var tracker = tracker()
    #expect(tracker.move(7, valuators: [(3, 970)], serial: 1)?.detents.y == 0.25)
    let next = tracker.move(7, valuators: [(3, 850)], serial: 2)
    #expect(next?.detents.y == 1)
    #expect(next?.isContinuous == true)
    // Reading the devices again keeps the device continuous.
    tracker.replace([7: ScrollDevice(axes: tracker.devices[7]?.axes ?? [])])
    #expect(tracker.move(7, valuators: [(3, 730)], serial: 3)?.isContinuous == true)
  }

  @Test func restingFingersEndAScroll() {
    var tracker = tracker(isTouchpad: true)
    _ = tracker.move(7, valuators: [(3, 980)], serial: 1)
    let end = tracker.move(7, valuators: [(2, 1000), (3, 980)], serial: 2)
    #expect(
      end == .init(detents: .zero, isTouchpad: true, isContinuous: true, isEnd: true))
  }

  @Test func anUnmovedWheelScrollsNothing() {
    var tracker = tracker()
    #expect(tracker.move(7, valuators: [(3, 1000)], serial: 1) == nil)
  }

  @Test func motionAndUnknownDevicesScrollNothing() {
    var tracker = tracker()
    #expect(tracker.move(7, valuators: [(0, 1), (1, 2)], serial: 1) == nil)
    #expect(tracker.move(8, valuators: [(3, 1)], serial: 1) == nil)
  }

  @Test func anUnknownStartValueScrollsNothing() {
    var tracker = tracker(value: nil)
    #expect(tracker.move(7, valuators: [(3, 50_000)], serial: 1) == nil)
    #expect(tracker.move(7, valuators: [(3, 49_880)], serial: 2)?.detents.y == 1)
  }

  @Test func switchingDevicesKeepsTheFirstDetent() {
    var tracker = tracker(value: 5)
    tracker.rebase(
      7, axes: [ScrollAxis(number: 3, isVertical: true, increment: 120, value: 4000)])
    #expect(tracker.move(7, valuators: [(3, 4120)], serial: 1)?.detents.y == 1)
  }

  @Test func eventsBeforeTheQueryAreIncludedInItsValues() {
    var tracker = tracker(validFrom: 10)
    #expect(tracker.move(7, valuators: [(3, 1120)], serial: 9) == nil)
    #expect(tracker.move(7, valuators: [(3, 880)], serial: 10)?.detents.y == 1)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300]) func invalidValuesScrollNothing(value: Double) {
    var tracker = tracker()
    #expect(tracker.move(7, valuators: [(3, value)], serial: 1) == nil)
  }
}

@Suite struct EventBatchTests {
  private func motion(_ x: Double) -> WindowEvent {
    .motion(position: Point(x: x, y: 0), time: x)
  }

  @Test func keepsTheLastOfARunOfMotion() {
    var batch = EventBatch()
    let click = WindowEvent.button(
      ButtonEvent(button: 1, isPressed: true, position: .zero, modifiers: [], time: 0))
    for event in [motion(1), motion(2), click, motion(3), motion(4)] { batch.append(event) }
    #expect(batch.events == [motion(2), click, motion(4)])
  }

  @Test func keepsTheLastSizeAndOneExposure() {
    var batch = EventBatch()
    let small = WindowEvent.resized(PixelSize(width: 1, height: 1))
    let large = WindowEvent.resized(PixelSize(width: 2, height: 2))
    for event in [small, .exposed, motion(1), large, .exposed] { batch.append(event) }
    #expect(batch.events == [motion(1), large, .exposed])
  }

  @Test func mergesFingersScrollsButNotWheelSteps() {
    var batch = EventBatch()
    func scroll(_ y: Double, isContinuous: Bool = true, isEnd: Bool = false) -> WindowEvent {
      .scroll(
        ScrollEvent(
          detents: Point(x: 0, y: y), source: isContinuous ? .touchpad : .wheel,
          isContinuous: isContinuous, isEnd: isEnd, position: .zero, modifiers: [], time: 0))
    }
    let events = [
      scroll(0.5), scroll(0.25), scroll(0, isEnd: true), scroll(1, isContinuous: false),
      scroll(1, isContinuous: false),
    ]
    for event in events { batch.append(event) }
    #expect(batch.events == [scroll(0.75)] + events[2...])
  }

  @Test func addsGestureStepsBetweenTheirEnds() {
    var batch = EventBatch()
    func pinch(_ phase: GesturePhase, _ scale: Double) -> WindowEvent {
      .pinch(
        PinchEvent(
          phase: phase, scale: scale, delta: Point(x: 1, y: 2), position: .zero, time: scale))
    }
    func swipe(_ phase: GesturePhase, _ x: Double, at time: Double) -> WindowEvent {
      .swipe(SwipeEvent(phase: phase, fingers: 3, delta: Point(x: x, y: 0), time: time))
    }
    let events = [
      pinch(.began, 1), pinch(.changed, 1.5), pinch(.changed, 2), pinch(.ended, 2),
      swipe(.began, 0, at: 3), swipe(.changed, 4, at: 3.1), swipe(.changed, 5, at: 3.2),
      swipe(.cancelled, 0, at: 3.3),
    ]
    for event in events { batch.append(event) }
    let merged = WindowEvent.pinch(
      PinchEvent(phase: .changed, scale: 2, delta: Point(x: 2, y: 4), position: .zero, time: 2))
    #expect(
      batch.events == [
        events[0], merged, events[3], events[4], swipe(.changed, 9, at: 3.2), events[7],
      ])
  }

  @Test func keepsTheLastPositionOfEachFinger() {
    var batch = EventBatch()
    func touch(_ id: Int, _ phase: GesturePhase, _ x: Double) -> WindowEvent {
      .touch(TouchEvent(id: id, phase: phase, position: Point(x: x, y: 0), time: x))
    }
    let events = [
      touch(1, .began, 0), touch(1, .changed, 1), touch(2, .began, 2), touch(1, .changed, 3),
      touch(2, .changed, 4), touch(1, .changed, 5), touch(2, .changed, 6), touch(1, .ended, 7),
    ]
    for event in events { batch.append(event) }
    #expect(
      batch.events == [events[0], events[1], events[2], events[5], events[6], events[7]])
  }
}

@Suite struct TouchTrackerTests {
  @Test func aFingerEndsOnce() {
    var tracker = TouchTracker()
    func step(_ phase: GesturePhase, _ x: Double) -> GesturePhase? {
      tracker.step(4, source: 9, phase: phase, position: Point(x: x, y: 0), time: x)?.phase
    }
    #expect(step(.changed, 0) == nil)
    #expect(step(.began, 1) == .began)
    #expect(step(.changed, 2) == .changed)
    #expect(step(.ended, 3) == .ended)
    #expect(step(.ended, 4) == nil)
    #expect(tracker.cancel() == [])
  }

  @Test func fingersOfALostDeviceAreCancelledInPlace() {
    var tracker = TouchTracker()
    for (id, source) in [(1, 9), (2, 8), (3, 9)] {
      _ = tracker.step(
        id, source: source, phase: .began, position: Point(x: Double(id), y: 0), time: 5)
    }
    let lost = tracker.cancel { $0 == 9 }
    #expect(
      lost
        == [1, 3].map {
          TouchEvent(id: $0, phase: .cancelled, position: Point(x: Double($0), y: 0), time: 5)
        })
    #expect(tracker.cancel().map(\.id) == [2])
  }
}
