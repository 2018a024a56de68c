import CX11
import TestSupport
import Testing

@testable import Windowing

/// Drags over a window, as their target sees them, without a server.
@Suite struct IncomingDragTests {
  private let own: CX11.Window = 1
  private let source: CX11.Window = 2
  private let other: CX11.Window = 3
  /// Forms that are wanted, the best first, and one that is not.
  private let best: Atom = 10
  private let good: Atom = 11
  private let unwanted: Atom = 12

  private var drag: IncomingDrag { IncomingDrag(window: own, wanted: [best, good]) }

  private func enter(_ types: [Atom], from source: CX11.Window = 2, version: Int = 5)
    -> DragMessage
  {
    .enter(source: source, version: version, types: types, hasList: false)
  }

  private func position(from source: CX11.Window = 2) -> DragMessage {
    .position(source: source, x: 5, y: 6, time: 7)
  }

  private func refusal(of source: CX11.Window) -> IncomingDrag.Effect {
    .send(.finished(target: own, isAccepted: false), to: source)
  }

  @Test func aWantedFormIsAcceptedAndDropped() {
    var drag = drag
    let entered = drag.take(enter([unwanted, good, best]))
    #expect(entered == [.report(over: true)])
    let moved = drag.take(position())
    #expect(moved == [.send(.status(target: own, isAccepted: true), to: source)])
    let dropped = drag.take(.drop(source: source, time: 99))
    #expect(
      dropped == [.reportLeft, .reportDrop(number: 1, time: 99, targets: [best, good])],
      "the best first")
    let finished = drag.finish(1, isAccepted: true)
    #expect(finished == [.send(.finished(target: own, isAccepted: true), to: source)])
    let again = drag.finish(1, isAccepted: true)
    #expect(again == [], "once")
  }

  @Test func otherFormsAreRefusedButAnswered() {
    var drag = drag
    let entered = drag.take(enter([unwanted]))
    #expect(entered == [.report(over: false)])
    for _ in 0..<3 {
      let moved = drag.take(position())
      #expect(moved == [.send(.status(target: own, isAccepted: false), to: source)])
    }
    let dropped = drag.take(.drop(source: source, time: 1))
    #expect(dropped == [refusal(of: source), .reportLeft])
  }

  @Test func onlyWhoEnteredLastCounts() {
    var drag = drag
    let early = drag.take(position()) + drag.take(.drop(source: source, time: 1))
    #expect(early == [], "before it has entered")
    _ = drag.take(enter([best]))
    let foreign =
      drag.take(position(from: other)) + drag.take(.drop(source: other, time: 1))
      + drag.take(.leave(source: other))
    #expect(foreign == [])
    _ = drag.take(enter([good], from: other))
    let replaced = drag.take(.drop(source: source, time: 1))
    #expect(replaced == [])
    let left = drag.take(.leave(source: other))
    #expect(left == [.reportLeft])
    let late = drag.take(position(from: other))
    #expect(late == [])
  }

  @Test(arguments: [0, 1, 2]) func oldVersionsAreIgnored(version: Int) {
    var drag = drag
    let entered = drag.take(enter([best], version: version)) + drag.take(position())
    #expect(entered == [])
  }

  @Test func aSecondDropRefusesTheFirst() {
    var drag = drag
    _ = drag.take(enter([best]))
    _ = drag.take(.drop(source: source, time: 1))
    _ = drag.take(enter([best], from: other))
    let second = drag.take(.drop(source: other, time: 2))
    #expect(
      second == [
        refusal(of: source), .reportLeft, .reportDrop(number: 2, time: 2, targets: [best]),
      ])
    let late = drag.finish(1, isAccepted: true)
    #expect(late == [], "its content is no longer wanted")
    let finished = drag.finish(2, isAccepted: false)
    #expect(finished == [refusal(of: other)])
  }

  @Test func aProgramMayDie() {
    var drag = drag
    _ = drag.take(enter([best]))
    let unrelated = drag.windowDestroyed(other)
    #expect(unrelated == [])
    let gone = drag.windowDestroyed(source)
    #expect(gone == [.reportLeft])
    _ = drag.take(enter([best]))
    _ = drag.take(.drop(source: source, time: 1))
    _ = drag.windowDestroyed(source)
    let finished = drag.finish(1, isAccepted: true)
    #expect(finished == [], "nobody is left to tell")
  }

  @Test func answersToOurOwnDragsAreNotForIt() {
    var drag = drag
    _ = drag.take(enter([best]))
    let effects =
      drag.take(.status(target: source, isAccepted: true))
      + drag.take(.finished(target: source, isAccepted: true))
    #expect(effects == [])
  }

  @Test func aMillionFormsAreSearchedAtOnce() {
    var drag = drag
    let entered = drag.take(enter(Array(100..<1_000_100) + [good]))
    #expect(entered == [.report(over: true)])
  }

  @Test func randomMessagesAreAnsweredAtMostOnce() {
    var numbers = SeededNumbers()
    var drag = drag
    var reported = false
    for _ in 0..<100_000 {
      let source = CX11.Window.random(in: 0...4, using: &numbers)
      let message: DragMessage =
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0:
          enter(
            [best, unwanted].shuffled(using: &numbers).dropLast(1), from: source,
            version: Int.random(in: 0...255, using: &numbers))
        case 1: position(from: source)
        case 2: .leave(source: source)
        case 3: .drop(source: source, time: 0)
        case 4: .status(target: source, isAccepted: true)
        default: .finished(target: source, isAccepted: true)
        }
      let effects = drag.take(message)
      #expect(effects.count <= 3, "\(numbers.origin)")
      for effect in effects {
        switch effect {
        case .report: reported = true
        case .reportLeft:
          #expect(reported, "left only what was entered; \(numbers.origin)")
          reported = false
        case .send(_, let receiver): #expect(receiver != 0 && receiver != own)
        case .reportDrop(_, _, let targets): #expect(!targets.isEmpty)
        }
      }
    }
  }
}
