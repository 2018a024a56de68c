import FileChanges
import Geometry
import Gestures
import Testing

@testable import Viewer

/// When a press answers a question about files that follows another one.
@Suite struct FileDialogRestTests {
  private final class Driver {
    private(set) var dialog = FileDialog()
    private var rest = FileDialogRest()
    let surface = PixelSize(width: 900, height: 600)

    func command(_ question: FileDialog.Question) {
      dialog.ask(question, scale: 1)
      rest.noteCommand()
    }

    func follow(_ question: FileDialog.Question, at now: Double) {
      dialog.ask(question, scale: 1)
      rest.noteQuestion(at: now)
    }

    func frame(_ number: UInt64, shown: UInt64, at now: Double) {
      rest.noteFrame(number, shown: shown, at: now)
    }

    func key(_ key: Keysym, isRepeat: Bool = false, at now: Double) -> [FileRequest]? {
      send(
        .key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: now)),
        isRepeat: isRepeat, at: now)
    }

    /// Presses a button beside the dialog, which declines.
    func click(at now: Double) -> [FileRequest]? {
      send(
        .button(
          ButtonEvent(
            button: 1, isPressed: true, position: Point(x: 5, y: 595), modifiers: [], time: now)),
        at: now)
    }

    /// Puts a finger beside the dialog, and lifts it.
    func tap(from start: Double, to end: Double) -> [FileRequest]? {
      func touch(_ phase: GesturePhase, _ time: Double) -> [FileRequest]? {
        send(
          .touch(TouchEvent(id: 7, phase: phase, position: Point(x: 5, y: 595), time: time)),
          at: time)
      }
      let first = touch(.began, start)
      return touch(.ended, end) ?? first
    }

    private func send(
      _ event: WindowEvent, isRepeat: Bool = false, at now: Double
    ) -> [FileRequest]? {
      rest.take(event, isRepeat: isRepeat, at: now, in: &dialog, on: surface).answer
    }
  }

  private let first = FileRequest(.move(into: Array("/to".utf8)), Array("d/photo.jpg".utf8))

  private var collision: FileDialog.Question {
    .collision(FileChangeError(.collision, first.path), [first])
  }

  private func request(_ collision: FileRequest.Collision) -> FileRequest {
    FileRequest(first.action, first.path, collision: collision)
  }

  /// Answers a question at 10 seconds, which another one follows.
  private func followed(at now: Double = 10.1) -> Driver {
    let driver = Driver()
    driver.command(.deletion([first.path], reason: nil))
    let answer = driver.key(.enter, at: 10)
    #expect(answer == [FileRequest(.delete, first.path)], "the command's question needs no rest")
    driver.follow(collision, at: now)
    return driver
  }

  @Test func theSecondPressOfTwoAnswersNothing() {
    let driver = followed()
    let early = driver.key(.enter, at: 10.2)
    #expect(early == nil, "no frame contains it")
    driver.frame(1, shown: 0, at: 10.2)
    driver.frame(2, shown: 1, at: 10.3)
    for press in [driver.key(.enter, at: 10.4), driver.key(.escape, at: 10.5)] {
      #expect(press == nil && driver.dialog.isOpen)
    }
    let clicked = driver.click(at: 10.6)
    #expect(clicked == nil && driver.dialog.isOpen)
    let tapped = driver.tap(from: 10.7, to: 12)
    #expect(tapped == nil && driver.dialog.isOpen)
    let repeated = driver.key(.enter, isRepeat: true, at: 13)
    #expect(repeated == nil && driver.dialog.isOpen)
    let answer = driver.key(.enter, at: 14)
    #expect(answer == [request(.keepBoth)])
  }

  @Test func pressesCountAfterTheRest() {
    let clicked = followed()
    clicked.frame(1, shown: 1, at: 10.3)
    let click = clicked.click(at: 10.3 + HostQuestion.rest)
    #expect(click == [] && !clicked.dialog.isOpen)
    let tapped = followed()
    tapped.frame(1, shown: 1, at: 10.3)
    let tap = tapped.tap(from: 10.9, to: 11)
    #expect(tap == [] && !tapped.dialog.isOpen)
  }

  @Test func aQuestionThatIsNeverDrawnLetsGo() {
    let driver = followed()
    let early = driver.key(.escape, at: 10.1 + FileDialogRest.longest - 0.1)
    #expect(early == nil && driver.dialog.isOpen)
    let late = driver.key(.escape, at: 10.1 + FileDialogRest.longest)
    #expect(late == [] && !driver.dialog.isOpen)
  }

  /// Choosing a row answers nothing, so that it needs no rest.
  @Test func aRowMayBeChosenAtOnce() {
    let driver = followed()
    driver.frame(1, shown: 1, at: 10.2)
    let moved = driver.key(.down, at: 10.3)
    #expect(moved == nil)
    let early = driver.key(.enter, at: 10.4)
    #expect(early == nil)
    let answer = driver.key(.enter, at: 11)
    #expect(answer == [request(.replace)])
  }

  /// A question that comes later is no surprise of a double press, and a command's never is.
  @Test func otherQuestionsNeedNoRest() {
    let late = followed(at: 10 + HostQuestion.rest)
    let answer = late.key(.enter, at: 10.6)
    #expect(answer == [request(.keepBoth)])
    let asked = followed()
    asked.command(.deletion([first.path], reason: nil))
    let own = asked.key(.enter, at: 10.2)
    #expect(own == [FileRequest(.delete, first.path)])
  }

  @Test func eachQuestionRestsOfItsOwn() {
    let driver = followed()
    driver.frame(1, shown: 1, at: 10.1)
    let answer = driver.key(.enter, at: 10.7)
    #expect(answer == [request(.keepBoth)])
    driver.follow(collision, at: 10.8)
    driver.frame(2, shown: 2, at: 10.8)
    let early = driver.key(.enter, at: 11)
    #expect(early == nil && driver.dialog.isOpen)
    let second = driver.key(.enter, at: 11.4)
    #expect(second == [request(.keepBoth)])
  }
}
