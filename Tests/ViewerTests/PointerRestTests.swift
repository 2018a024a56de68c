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
