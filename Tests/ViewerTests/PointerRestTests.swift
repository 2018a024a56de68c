import Geometry
import Gestures
import Testing

@testable import Viewer

/// The pointer, which is hidden in full screen while it rests.
@Suite struct PointerRestTests {
  private static let motion = WindowEvent.motion(position: .zero, time: 0)

  @Test func theIdlePointerHidesInFullScreen() {
    var rest = PointerRest()
    rest.take(.fullScreenChanged(true), at: 10)
    #expect(rest.deadline == 10 + PointerRest.restDuration && !rest.isHidden)
    rest.take(Self.motion, at: 11)
    rest.tick(at: 11 + PointerRest.restDuration - 0.001)
    #expect(!rest.isHidden)
    rest.tick(at: 11 + PointerRest.restDuration)
    #expect(rest.isHidden)
    #expect(rest.deadline == nil, "nothing wakes a viewer whose pointer is hidden")
  }

  @Test func motionShowsThePointerAndItHidesAgain() {
    var rest = PointerRest()
    rest.take(.fullScreenChanged(true), at: 0)
    rest.tick(at: 5)
    rest.take(Self.motion, at: 6)
    #expect(!rest.isHidden && rest.deadline == 6 + PointerRest.restDuration)
    rest.tick(at: 9)
    #expect(rest.isHidden)
  }

  @Test func itStaysVisibleWhileItIsHeld() {
    var rest = PointerRest()
    rest.take(.fullScreenChanged(true), at: 0)
    rest.hold(true, at: 1)
    rest.tick(at: 100)
    #expect(!rest.isHidden && rest.deadline == nil)
    rest.hold(false, at: 100)
    #expect(rest.deadline == 100 + PointerRest.restDuration)
    rest.tick(at: 103)
    #expect(rest.isHidden)
  }

  /// A drag may rest: over a target, or while the user thinks.
  @Test func itStaysVisibleWhileAButtonIsDown() {
    var rest = PointerRest()
    rest.take(.fullScreenChanged(true), at: 0)
    func button(_ isPressed: Bool) -> WindowEvent {
      .button(
        ButtonEvent(button: 1, isPressed: isPressed, position: .zero, modifiers: [], time: 0))
    }
    rest.take(button(true), at: 1)
    rest.take(Self.motion, at: 2)
    rest.tick(at: 100)
    #expect(!rest.isHidden && rest.deadline == nil)
    rest.take(button(false), at: 100)
    #expect(rest.deadline == 100 + PointerRest.restDuration)
    rest.take(button(true), at: 101)
    rest.take(.visibility(isVisible: false), at: 102)
    #expect(rest.deadline != nil, "a hidden window gets no release")
  }

  @Test func itStaysVisibleWhileSomethingIsDraggedOverTheWindow() {
    let dropped = DroppedContent(number: 1, time: 0, targets: ["image/png"])
    for end in [.drag(.left), .drag(.dropped(dropped)), Self.motion] as [WindowEvent] {
      var rest = PointerRest()
      rest.take(.fullScreenChanged(true), at: 0)
      rest.tick(at: 50)
      #expect(rest.isHidden)
      rest.take(.drag(.over(isAccepted: false)), at: 60)
      rest.tick(at: 100)
      #expect(!rest.isHidden && rest.deadline == nil)
      rest.take(end, at: 100)
      #expect(rest.deadline == 100 + PointerRest.restDuration)
    }
  }

  @Test func thePointerStaysVisibleInAWindow() {
    var rest = PointerRest()
    rest.take(Self.motion, at: 0)
    rest.tick(at: 100)
    #expect(!rest.isHidden && rest.deadline == nil)
    rest.take(.fullScreenChanged(true), at: 100)
    rest.tick(at: 110)
    rest.take(.fullScreenChanged(false), at: 111)
    #expect(!rest.isHidden && rest.deadline == nil)
  }
}
