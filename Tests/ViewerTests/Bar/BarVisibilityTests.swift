import Testing

@testable import Viewer

/// The bar's visibility as a function of time.
@Suite struct BarVisibilityTests {
  private typealias Appearance = BarVisibility.Appearance
  private static let whole = Appearance(slide: 1, opacity: 1)

  private func shown(since start: Double = 0) -> BarVisibility {
    var bar = BarVisibility()
    bar.wake(at: start)
    bar.tick(at: start + BarVisibility.entry)
    return bar
  }

  @Test func itSlidesInWithin200Milliseconds() {
    var bar = BarVisibility()
    #expect(!bar.isShown && bar.deadline(at: 0) == nil)
    #expect(bar.appearance(at: 0) == Appearance(slide: 0, opacity: 0))
    bar.wake(at: 10)
    #expect(bar.isShown && bar.appearance(at: 10) == Appearance(slide: 0, opacity: 0))
    let middle = bar.appearance(at: 10.1)
    #expect(0.5..<1 ~= middle.slide && abs(middle.opacity - 0.5) < 1e-9)
    #expect(bar.deadline(at: 10.1).map { $0 <= 10.12 } == true, "frame by frame")
    bar.tick(at: 10.2)
    #expect(bar.appearance(at: 10.2) == Self.whole)
    #expect(bar.deadline(at: 10.2) == 13)
  }

  @Test func itFadesThreeSecondsAfterTheLastMotionWithinOneSecond() {
    var bar = shown()
    bar.wake(at: 1)
    bar.tick(at: 3.9)
    #expect(bar.appearance(at: 3.9) == Self.whole)
    bar.tick(at: 4)
    #expect(bar.appearance(at: 4) == Self.whole)
    let middle = bar.appearance(at: 4 + BarVisibility.fade / 2)
    #expect(middle.slide == 1 && abs(middle.opacity - 0.5) < 1e-9)
    bar.tick(at: 5)
    #expect(!bar.isShown && bar.deadline(at: 5) == nil, "an idle viewer is not woken")
  }

  @Test func motionBringsItBackFromWhereItHasFaded() {
    var bar = shown()
    bar.tick(at: 3)
    let faded = bar.appearance(at: 3.3)
    bar.wake(at: 3.3)
    #expect(bar.appearance(at: 3.3) == faded, "nothing jumps")
    #expect(bar.appearance(at: 3.4).opacity > faded.opacity)
    bar.tick(at: 3.5)
    #expect(bar.appearance(at: 3.5) == Self.whole)
    #expect(bar.deadline(at: 3.5) == 6.3)
  }

  @Test func itStaysWhileItIsHeld() {
    var bar = shown()
    bar.hold(true, at: 1)
    bar.tick(at: 100)
    #expect(bar.appearance(at: 100) == Self.whole && bar.deadline(at: 100) == nil)
    bar.hold(false, at: 100)
    bar.tick(at: 102.9)
    #expect(bar.appearance(at: 102.9) == Self.whole)
    bar.tick(at: 103)
    #expect(bar.appearance(at: 103.1).opacity < 1)
    bar.hold(true, at: 103.1)
    bar.tick(at: 103.3)
    #expect(bar.appearance(at: 103.3) == Self.whole)
  }

  @Test func holdingDoesNotShowIt() {
    var bar = BarVisibility()
    bar.hold(true, at: 0)
    bar.tick(at: 1)
    #expect(!bar.isShown)
  }

  @Test func dismissedItFadesAtOnce() {
    var bar = shown()
    bar.hold(true, at: 1)
    bar.dismiss(at: 1)
    #expect(bar.appearance(at: 1.3).opacity < 1)
    bar.tick(at: 1 + BarVisibility.fade)
    #expect(!bar.isShown)
    bar.dismiss(at: 2)
    #expect(!bar.isShown)
  }

  @Test func withoutAnimationsItAppearsAndVanishesAtOnce() {
    var bar = BarVisibility()
    bar.isAnimated = false
    bar.wake(at: 1)
    #expect(bar.appearance(at: 1) == Self.whole)
    bar.tick(at: 4)
    #expect(!bar.isShown)
  }
}
