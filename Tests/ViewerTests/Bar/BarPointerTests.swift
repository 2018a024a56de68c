import Geometry
import Gestures
import Testing

@testable import Viewer

/// The events that show the bar, and the delays of taps and of tooltips.
@Suite struct BarPointerTests {
  private let bar = Rect(minX: 100, minY: 250, maxX: 300, maxY: 292)
  private static let onBar = Point(x: 150, y: 270)
  private static let onPicture = Point(x: 50, y: 50)

  private static func motion(_ place: Point) -> WindowEvent { .motion(position: place, time: 0) }

  private static func button(_ isPressed: Bool, at place: Point, _ number: Int = 1) -> WindowEvent {
    .button(
      ButtonEvent(button: number, isPressed: isPressed, position: place, modifiers: [], time: 0))
  }

  private static func touch(_ phase: GesturePhase, at place: Point) -> WindowEvent {
    .touch(TouchEvent(id: 1, phase: phase, position: place, time: 0))
  }

  @Test func onlyAMotionToAnotherPlaceShowsIt() {
    var pointer = BarPointer()
    let isMoved = pointer.take(Self.motion(Self.onPicture), bar: bar)
    let isStill = pointer.take(Self.motion(Self.onPicture), bar: bar)
    #expect(isMoved && !isStill)
    let isElsewhere = pointer.take(Self.motion(Self.onBar), bar: bar)
    #expect(isElsewhere && pointer.isOver(bar))
    _ = pointer.take(.pointerLeft, bar: bar)
    #expect(!pointer.isOver(bar))
  }

  @Test func draggingThePictureDoesNotShowIt() {
    var pointer = BarPointer()
    _ = pointer.take(Self.button(true, at: Self.onPicture), bar: bar)
    let isDrag = pointer.take(Self.motion(Self.onBar), bar: bar)
    #expect(!isDrag && !pointer.isOver(bar))
    _ = pointer.take(Self.button(false, at: Self.onBar), bar: bar)
    let isMoved = pointer.take(Self.motion(Self.onPicture), bar: bar)
    #expect(isMoved)
    // A slider of the bar is dragged beyond the bar.
    _ = pointer.take(Self.button(true, at: Self.onBar), bar: bar)
    let isPulled = pointer.take(Self.motion(Self.onBar + Point(x: 1, y: 0)), bar: bar)
    #expect(isPulled)
    // Button releases may be lost with the window.
    _ = pointer.take(Self.button(true, at: Self.onPicture, 3), bar: bar)
    _ = pointer.take(.visibility(isVisible: false), bar: bar)
    let isBack = pointer.take(Self.motion(Self.onPicture), bar: bar)
    #expect(isBack)
  }

  @Test func onlyAFingersTapCountsAndOnlyIfNoneFollows() {
    var pointer = BarPointer()
    _ = pointer.take(Self.motion(Self.onPicture), bar: bar)
    pointer.tapped(at: 1)
    #expect(pointer.deadline == nil, "a click of the mouse")
    let isOutside = pointer.take(Self.touch(.began, at: Self.onPicture), bar: bar)
    #expect(!isOutside && pointer.isFinger)
    pointer.tapped(at: 2)
    let isEarly = pointer.takeTap(at: 2.2)
    #expect(!isEarly && pointer.deadline == 2 + BarPointer.tapDelay)
    let (isDue, isRepeated) = (pointer.takeTap(at: 2.3), pointer.takeTap(at: 2.4))
    #expect(isDue && !isRepeated)
    pointer.tapped(at: 3)
    _ = pointer.take(Self.touch(.began, at: Self.onPicture), bar: bar)
    let isDouble = pointer.takeTap(at: 5)
    #expect(!isDouble)
  }

  @Test func aNameIsShownAfterAMomentAndTheNextAtOnce() {
    var tip = BarTip()
    tip.point(at: .zoom, isAtOnce: false, at: 1)
    #expect(tip.shown(at: 1.1) == nil && tip.deadline(at: 1.1) == 1 + BarTip.delay)
    #expect(tip.shown(at: 1.5) == .zoom && tip.deadline(at: 1.5) == nil)
    tip.point(at: .command(.fit), isAtOnce: false, at: 2)
    #expect(tip.shown(at: 2) == .command(.fit))
    tip.point(at: nil, isAtOnce: false, at: 3)
    #expect(tip.shown(at: 9) == nil && tip.deadline(at: 3) == nil)
    tip.point(at: .command(.next), isAtOnce: true, at: 10)
    #expect(tip.shown(at: 10) == .command(.next), "the focus needs no delay")
  }
}
