import Controls
import Geometry
import Gestures
import Rendering
import Testing
import Text

@testable import Viewer

/// The notices: what is shown, where, and for how long.
@Suite struct NoticesTests {
  /// Records what notices request.
  final class Output: NoticeOutput {
    var surface = PixelSize(width: 400, height: 300)
    var titles: [String] = []
    var texts: [TextRequest] = []
    var drawings: [DrawingRequest] = []
    /// The bitmaps that the renderer has.
    var bitmaps: Set<UInt64> = []
    var lines: [String] = []

    func setTitle(_ title: String) { titles.append(title) }
    func draw(_ request: TextRequest) { texts.append(request) }
    func draw(_ request: DrawingRequest) { drawings.append(request) }
    func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) {
      if bitmap == nil { bitmaps.remove(id) } else { bitmaps.insert(id) }
    }
    func writeLine(_ line: String) { lines.append(line) }
  }

  let output = Output()
  let notices: Notices

  init() {
    notices = Notices(output: output, interfaceScale: 1)
  }

  private let bitmap = TextBitmap(
    size: PixelSize(width: 4, height: 2), pixels: [UInt8](repeating: 9, count: 32))

  private func answer() throws {
    notices.receive(TextAnswer(id: try #require(output.texts.last).id, bitmap: bitmap))
  }

  @Test func aTitleIsSetOnlyWhenItChanges() {
    for name in ["a", "a", "b"] { notices.setTitle(TitleParts(name: name)) }
    #expect(output.titles == ["a — Fresnel", "b — Fresnel"])
  }

  @Test func aProblemIsPrintedOnceAndShownEachTime() throws {
    notices.noteReported(["old"])
    notices.notify(["one", "two", "old"], at: 0)
    try answer()
    notices.notify(["two"], at: 1)
    #expect(output.lines == ["one", "two"])
    #expect(output.texts.map(\.blocks) == [[.body("old")], [.body("two")]])
    notices.notify([], at: 2)
    #expect(output.texts.count == 2)
    #expect(notices.deadline == 7)
  }

  @Test func missingPartsArePrintedOnce() {
    let entry = AlbumEntry(argument: 0, path: Array("d/a.png".utf8), origin: .named)
    for time in [0.0, 9] { notices.reportMissing(of: entry, "it ends early", at: time) }
    #expect(output.lines == ["d/a.png: it ends early"])
    #expect(output.texts.first?.blocks == [.body("a.png: it ends early")])
  }

  @Test func aCaptionShowsPageAndZoomOrANote() {
    let parts = TitleParts(name: "a.tif", page: PageNumber(number: 2, count: 5), scale: 0.5)
    notices.showCaption(parts, at: 0)
    notices.showCaption(parts, note: "filters off", at: 0)
    #expect(
      output.texts.map(\.blocks) == [
        [.body("a.tif   page 2 of 5   50 %")], [.body("a.tif   page 2 of 5   filters off")],
      ])
    #expect(notices.deadline == 1)
  }

  @Test func expiredNoticesGoWithTheNextFrame() throws {
    notices.showNote("note", until: 2)
    #expect(!notices.takeChange(), "nothing is seen of it yet")
    try answer()
    #expect(notices.takeChange() && !notices.takeChange())
    #expect(notices.overlays.count == 1 && output.bitmaps.count == 1)
    notices.frameGiven()
    notices.expire(at: 1.9)
    #expect(notices.overlays.count == 1)
    notices.expire(at: 2)
    #expect(notices.overlays.isEmpty && notices.takeChange())
    #expect(output.bitmaps.count == 1, "the frame on the screen still names it")
    notices.frameGiven()
    #expect(output.bitmaps.isEmpty)
  }

  @Test func aFailureExpiresAndAMessageStays() throws {
    notices.showFailure("a", "it is broken", at: 0)
    #expect(notices.deadline == 5)
    notices.showMessage("b", "it is empty")
    #expect(notices.deadline == nil)
    try answer()
    #expect(notices.overlays.count == 1)
    notices.hideMessage()
    #expect(notices.overlays.isEmpty)
  }

  @Test func progressIsShownAfterAWhile() {
    let progress = Progress(fraction: 0.5, since: 10)
    notices.showProgress(progress, at: 10.3)
    #expect(notices.overlays.isEmpty)
    notices.showProgress(progress, at: 10.5)
    #expect(notices.overlays.count == 1)
    notices.showProgress(nil, at: 10.6)
    #expect(notices.overlays.isEmpty)
  }

  @Test func theListOfKeysOpensAndCloses() throws {
    let help = HelpPanel { KeyMap() }
    help.update(in: notices, at: 0)
    #expect(output.texts.isEmpty && !help.hide(at: 0))
    help.toggle(at: 0)
    for _ in 0..<2 { help.update(in: notices, at: 0) }
    #expect(output.texts.count == 1)
    #expect(help.hide(at: 0) && !help.hide(at: 0))
    help.update(in: notices, at: 0)
    try answer()
    #expect(notices.overlays.isEmpty, "nobody wants it any more")
  }

  @Test func theListOfKeysIsLaidOutAgainAfterAResize() throws {
    let help = HelpPanel { KeyMap() }
    help.toggle(at: 0)
    help.update(in: notices, at: 0)
    try answer()
    output.surface = PixelSize(width: 200, height: 100)
    help.update(in: notices, at: 1)
    #expect(output.texts.map(\.maximumWidth) == [376, 176])
    #expect(output.texts.map(\.maximumHeight) == [276, 76])
    #expect(notices.overlays.count == 1, "the old ones stay until the new ones are drawn")
  }

  @Test func aListOfKeysThatIsHigherThanTheWindowIsScrolled() throws {
    let help = HelpPanel { KeyMap() }
    func press(_ key: Keysym) -> Bool {
      let press = KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)
      return help.take(.key(press), at: 0)
    }
    func turn(_ detents: Double) -> Bool {
      let turn = ScrollEvent(
        detents: Point(x: 0, y: detents), source: .touchpad, isContinuous: true, position: .zero,
        modifiers: [], time: 0)
      return help.take(.scroll(turn), at: 0)
    }
    func top() -> Int? {
      help.update(in: notices, at: 0)
      return notices.overlays.first?.position.minY
    }
    func draw(height: Int) throws {
      let bitmap = TextBitmap(
        size: PixelSize(width: 4, height: height),
        pixels: [UInt8](repeating: 9, count: 16 * height))
      notices.receive(TextAnswer(id: try #require(output.texts.last).id, bitmap: bitmap))
    }
    help.toggle(at: 0)
    #expect(top() == nil && output.texts.last?.isScrolled == true && !press(.down))
    try draw(height: 500)
    #expect(top() == 12 && notices.takeChange())
    #expect(press(.down) && top() == -36 && notices.takeChange())
    #expect(press(.end) && top() == 288 - 500 && notices.takeChange())
    #expect(press(.down) && top() == 288 - 500 && !notices.takeChange())
    #expect(press(.pageUp) && top() == 288 - 500 + 204)
    #expect(press(.home) && turn(0.01) && turn(0.01) && turn(0.03) && top() == 10)
    #expect(press(.up) && top() == 12 && !press(.left) && !press(.question))
    // It starts at the top the next time.
    #expect(press(.pageDown) && help.hide(at: 0) && top() == nil && !press(.down))
    help.toggle(at: 0)
    #expect(top() == nil)
    try draw(height: 276)
    #expect(top() == 12 && !press(.down) && !turn(1), "it fits")
  }

  // MARK: The list of keys, scrolled otherwise

  /// A list of keys that is higher than the window, drawn at its start.
  private func longHelp() throws -> HelpPanel {
    let help = HelpPanel { KeyMap() }
    help.toggle(at: 0)
    help.update(in: notices, at: 0)
    let bitmap = TextBitmap(
      size: PixelSize(width: 4, height: 500), pixels: [UInt8](repeating: 9, count: 8000))
    notices.receive(TextAnswer(id: try #require(output.texts.last).id, bitmap: bitmap))
    help.update(in: notices, at: 0)
    return help
  }

  private func top(of help: HelpPanel) -> Int? {
    help.update(in: notices, at: 0)
    return notices.overlays.first?.position.minY
  }

  @Test func lettersScrollTheListOfKeysAndTheSidesDoNot() throws {
    let help = try longHelp()
    func press(_ letter: Unicode.Scalar, _ modifiers: Modifiers = []) -> Bool {
      let keysym = Keysym(letter).rawValue
      return help.take(
        .key(KeyPress(keysym: keysym, modifiers: modifiers, position: .zero, time: 0)), at: 0)
    }
    func turn(_ x: Double, _ y: Double, isEnd: Bool = false) -> Bool {
      let turn = ScrollEvent(
        detents: Point(x: x, y: y), source: .touchpad, isContinuous: true, isEnd: isEnd,
        position: .zero, modifiers: [], time: 0)
      return help.take(.scroll(turn), at: 0)
    }
    #expect(press("j") && press("j") && top(of: help) == 12 - 96)
    #expect(press("k") && top(of: help) == 12 - 48)
    #expect(!press("j", .control) && !press("h") && top(of: help) == 12 - 48)
    #expect(!turn(1, 0) && !turn(-1, 0.5) && !turn(0, 0, isEnd: true) && top(of: help) == 12 - 48)
    #expect(turn(0.5, 1) && top(of: help) == 12 - 96)
  }

  @Test func aFingerScrollsTheListOfKeysAndATapHidesIt() throws {
    let help = try longHelp()
    func touch(_ id: Int, _ phase: GesturePhase, _ y: Double) -> Bool {
      let place = Point(x: 100, y: y)
      return help.take(
        .touch(TouchEvent(id: id, phase: phase, position: place, time: 0)), at: 0)
    }
    #expect(!touch(1, .changed, 200) && !touch(1, .ended, 200), "it was put down before")
    #expect(touch(2, .began, 200) && touch(2, .changed, 190) && top(of: help) == 12)
    #expect(touch(2, .changed, 150) && top(of: help) == 12 - 50)
    #expect(touch(3, .began, 10) && touch(3, .changed, 90) && touch(3, .ended, 90))
    #expect(top(of: help) == 12 - 50 && help.isShown, "the first finger scrolls")
    #expect(touch(2, .changed, 195) && top(of: help) == 12 - 5, "back at its place, too")
    #expect(touch(2, .changed, -900) && top(of: help) == 12 - 224)
    #expect(touch(2, .ended, -900) && help.isShown && !touch(2, .changed, 0))
    #expect(touch(4, .began, 50) && touch(4, .cancelled, 50) && help.isShown)
    #expect(touch(5, .began, 50) && help.isShown)
    #expect(touch(5, .ended, 52) && !help.isShown && !touch(6, .began, 50))
  }

  @Test func lostBitmapsAreDrawnAgain() throws {
    notices.showNote("note", until: nil)
    try answer()
    notices.bitmapsLost()
    #expect(output.texts.map(\.blocks) == [[.body("note")], [.body("note")]])
    #expect(notices.overlays.isEmpty)
    try answer()
    #expect(notices.overlays.count == 1)
  }
}
