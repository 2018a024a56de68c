import Testing

@testable import Viewing

@Suite struct FramePacerTests {
  private func candidate(
    same: Bool = false, moves: Bool = false, complete: Bool = true, fading: Bool = false
  ) -> FramePacer.Candidate {
    FramePacer.Candidate(isSame: same, moves: moves, isComplete: complete, isFading: fading)
  }

  @Test func theSameFrameIsRedrawnOnlyOnRequest() {
    var pacer = FramePacer(interval: 0.016)
    #expect(pacer.decide(candidate(same: true), at: 0) == .skip)
    pacer.note(.redraw)
    #expect(pacer.decide(candidate(same: true), at: 0) == .draw)
    _ = pacer.begin(at: 0)
    #expect(pacer.decide(candidate(same: true), at: 0) == .skip, "once is enough")
  }

  @Test func inputDrawsAtOnceAndMotionWaitsForTheDisplay() {
    var pacer = FramePacer(interval: 0.016)
    let number = pacer.begin(at: 1)
    #expect(pacer.decide(candidate(moves: true), at: 1.001) == .wait, "the last one is not shown")
    pacer.note(.input)
    #expect(pacer.decide(candidate(moves: true), at: 1.001) == .draw)
    pacer.shown(number, at: 1.002, drawing: 0.001)
    var next = pacer
    _ = next.begin(at: 1.003)
    next.shown(2, at: 1.004, drawing: 0.001)
    #expect(next.decide(candidate(moves: true), at: 1.005) == .wait, "a refresh has not passed")
    #expect(next.decide(candidate(moves: true), at: 1.1) == .draw)
  }

  @Test func tilesThatCompleteAViewAreShownAtOnce() {
    var pacer = FramePacer(interval: 0.016)
    _ = pacer.begin(at: 1)
    pacer.note(.tiles)
    #expect(pacer.decide(candidate(same: true, complete: false), at: 1) == .wait)
    #expect(pacer.decide(candidate(same: true, complete: true), at: 1) == .draw)
  }

  @Test func anIdlePacerHasNoDeadline() {
    var pacer = FramePacer(interval: 0.016)
    let number = pacer.begin(at: 1)
    #expect(pacer.deadline(isMoving: true, isFading: false) == nil, "its being shown wakes")
    pacer.shown(number, at: 1.01, drawing: 0.001)
    #expect(pacer.deadline(isMoving: false, isFading: false) == nil)
    #expect(pacer.deadline(isMoving: true, isFading: false) != nil)
    #expect(pacer.deadline(isMoving: false, isFading: true) != nil)
  }
}
