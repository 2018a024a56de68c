import CX11
import TestSupport
import Testing

@testable import Windowing

/// Drags out of our window, as their source sees them, without a server.
@Suite struct OutgoingDragTests {
  private let first = OutgoingDrag.Target(window: 10, receiver: 10, version: 5)
  private let second = OutgoingDrag.Target(window: 20, receiver: 21, version: 4)
  private typealias Place = OutgoingDrag.Place
  private let silence = OutgoingDrag.answerTimeout
  private let rest = OutgoingDrag.repeatDelay

  /// A drag that a target has accepted at (1, 1).
  private func accepted(_ target: OutgoingDrag.Target) -> OutgoingDrag {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 1, y: 1), over: target, at: 0)
    _ = drag.answered(by: target.window, isAccepted: true, at: 0)
    return drag
  }

  @Test func aDropOnATargetThatWantsIt() {
    var drag = OutgoingDrag()
    let moved = drag.move(to: Place(x: 1, y: 2), over: first, at: 0)
    #expect(moved == [.enter(first), .position(first, Place(x: 1, y: 2))])
    let answered = drag.answered(by: 10, isAccepted: true, at: 0)
    #expect(answered == [.show(isAccepted: true)])
    let released = drag.release(at: 0)
    #expect(released == [.drop(first)])
    let finished = drag.finished(by: 10, isAccepted: true)
    #expect(finished == [.end(.taken)] && drag.isEnded)
  }

  @Test func onePositionAtATimeIsUnanswered() {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    for x in 1..<100 {
      let effects = drag.move(to: Place(x: x, y: 0), over: first, at: 0)
      #expect(effects.isEmpty)
    }
    let answered = drag.answered(by: 10, isAccepted: true, at: 0)
    #expect(answered == [.show(isAccepted: true), .position(first, Place(x: 99, y: 0))])
  }

  @Test func aRestingPointerIsReportedAgain() {
    var drag = accepted(first)
    #expect(drag.deadline == rest)
    let early = drag.tick(at: rest - 0.01, isReading: false)
    #expect(early.isEmpty)
    let repeated = drag.tick(at: rest, isReading: false)
    #expect(repeated == [.position(first, Place(x: 1, y: 1))])
  }

  @Test func anotherTargetIsEnteredAfterTheFirstIsLeft() {
    var drag = accepted(first)
    let moved = drag.move(to: Place(x: 5, y: 5), over: second, at: 0)
    #expect(
      moved == [
        .leave(first), .show(isAccepted: false), .enter(second),
        .position(second, Place(x: 5, y: 5)),
      ])
    let late = drag.answered(by: 10, isAccepted: true, at: 0)
    #expect(late.isEmpty, "the first has nothing to say any more")
    let outside = drag.move(to: Place(x: 9, y: 9), over: nil, at: 0)
    #expect(outside == [.leave(second)])
    let released = drag.release(at: 0)
    #expect(released == [.end(.nowhere)])
  }

  @Test func aReleaseWaitsForTheAnswerAndTheLastPlace() {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    _ = drag.move(to: Place(x: 7, y: 0), over: first, at: 0)
    let released = drag.release(at: 0)
    #expect(released.isEmpty)
    let answered = drag.answered(by: 10, isAccepted: false, at: 0)
    #expect(answered == [.position(first, Place(x: 7, y: 0))])
    let again = drag.answered(by: 10, isAccepted: true, at: 0)
    #expect(again == [.show(isAccepted: true), .drop(first)])
  }

  @Test func aTargetThatRefusesIsLeft() {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    _ = drag.answered(by: 10, isAccepted: false, at: 0)
    let released = drag.release(at: 0)
    #expect(released == [.leave(first), .end(.refused)])
    var other = accepted(first)
    _ = other.release(at: 0)
    let finished = other.finished(by: 10, isAccepted: false)
    #expect(finished == [.end(.refused)])
  }

  @Test func beforeVersion5TheEndDoesNotSayWhether() {
    var drag = accepted(second)
    _ = drag.release(at: 0)
    let finished = drag.finished(by: 20, isAccepted: false)
    #expect(finished == [.end(.taken)])
  }

  @Test func aSilentTargetIsGivenUp() {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    let silent = drag.tick(at: silence, isReading: false)
    #expect(silent.isEmpty && drag.deadline == nil, "it gets nothing more")
    let moved = drag.move(to: Place(x: 1, y: 0), over: first, at: silence)
    #expect(moved.isEmpty)
    let released = drag.release(at: silence)
    #expect(released == [.leave(first), .end(.silent)])

    var releasing = OutgoingDrag()
    _ = releasing.move(to: Place(x: 0, y: 0), over: first, at: 0)
    _ = releasing.release(at: 1)
    let given = releasing.tick(at: silence, isReading: false)
    #expect(given == [.leave(first), .end(.silent)])
  }

  @Test func aLateAnswerCounts() {
    var drag = OutgoingDrag()
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    _ = drag.tick(at: silence, isReading: false)
    _ = drag.move(to: Place(x: 3, y: 0), over: first, at: silence)
    let answered = drag.answered(by: 10, isAccepted: true, at: silence + 1)
    #expect(answered == [.show(isAccepted: true), .position(first, Place(x: 3, y: 0))])
  }

  @Test func aTargetThatReadsIsNotSilent() {
    var drag = accepted(first)
    _ = drag.release(at: 0)
    let reading = drag.tick(at: 100, isReading: true)
    #expect(reading.isEmpty)
    let silent = drag.tick(at: 200, isReading: false)
    #expect(silent == [.end(.silent)])
  }

  @Test func escapeCancelsUntilTheDrop() {
    var drag = accepted(first)
    let cancelled = drag.cancel()
    #expect(cancelled == [.leave(first), .end(.cancelled)])
    let again = drag.cancel()
    #expect(again.isEmpty)
    var dropped = accepted(first)
    _ = dropped.release(at: 0)
    let late = dropped.cancel()
    #expect(late.isEmpty)
  }

  @Test func answersWithoutADragAreIgnored() {
    var drag = OutgoingDrag()
    let effects =
      drag.answered(by: 10, isAccepted: true, at: 0) + drag.finished(by: 10, isAccepted: true)
      + drag.answered(by: 0, isAccepted: true, at: 0)
    #expect(effects.isEmpty)
    _ = drag.move(to: Place(x: 0, y: 0), over: first, at: 0)
    let early = drag.finished(by: 10, isAccepted: true)
    #expect(early.isEmpty, "nothing was dropped")
  }

  /// Whatever happens: enter and leave alternate, a drop follows an acceptance, and the end is one.
  @Test func randomEventsKeepTheOrder() {
    var numbers = SeededNumbers()
    for _ in 0..<20_000 {
      var drag = OutgoingDrag()
      var entered: OutgoingDrag.Target?
      var (isShown, unanswered, ends, time) = (false, 0, 0, 0.0)
      for _ in 0..<30 {
        time += Double.random(in: 0...1, using: &numbers)
        let targets = [first, second, nil]
        let target = targets.randomElement(using: &numbers) ?? nil
        let window = [10, 20, 0].randomElement(using: &numbers) ?? 0
        let isAccepted = Bool.random(using: &numbers)
        let effects: [OutgoingDrag.Effect]
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0..<5:
          let x = Int.random(in: 0...9, using: &numbers)
          effects = drag.move(to: Place(x: x, y: 0), over: target, at: time)
        case 5..<8:
          if window == Int(entered?.window ?? 0) { unanswered = 0 }
          effects = drag.answered(by: UInt(window), isAccepted: isAccepted, at: time)
        case 8, 9: effects = drag.tick(at: time, isReading: isAccepted)
        case 10: effects = drag.release(at: time)
        default:
          effects =
            isAccepted ? drag.cancel() : drag.finished(by: UInt(window), isAccepted: true)
        }
        for effect in effects {
          #expect(ends == 0, "nothing follows the end; \(numbers.origin)")
          switch effect {
          case .enter(let target):
            #expect(entered == nil, "\(numbers.origin)")
            (entered, unanswered) = (target, 0)
          case .leave(let target):
            #expect(entered == target, "\(numbers.origin)")
            entered = nil
          case .position(let target, _):
            #expect(entered == target && unanswered == 0, "\(numbers.origin)")
            unanswered += 1
          case .drop(let target): #expect(entered == target && isShown, "\(numbers.origin)")
          case .show(let isAccepted):
            #expect(isShown != isAccepted, "\(numbers.origin)")
            isShown = isAccepted
          case .end: ends += 1
          }
        }
        #expect(drag.isEnded == (ends == 1))
      }
    }
  }
}
