import Controls
import GIOFiles
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The list of programs to open files with, by keys and by the pointer.
@Suite struct OpenWithStateTests {
  private static let programs = ["Gimp", "Inkscape", "Krita"].map {
    GIOProgram(id: "\($0).desktop", name: $0)
  }

  private final class Driver {
    private(set) var state = OpenWithState()
    let surface = PixelSize(width: 900, height: 600)

    init(_ paths: [String], _ programs: [GIOProgram]?) {
      state.open(paths.map { Array($0.utf8) }, scale: 1)
      if let programs { #expect(note(programs, for: paths[0])) }
    }

    func note(_ programs: [GIOProgram], for path: String) -> Bool {
      state.note(programs, for: Array(path.utf8))
    }

    func type(_ text: String) { for scalar in text.unicodeScalars { _ = key(Keysym(scalar)) } }

    @discardableResult
    func key(_ key: Keysym) -> OpenWithState.Choice? {
      send(.key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)))
    }

    func click(at place: Point) -> OpenWithState.Choice? {
      let choice = send(
        .button(
          ButtonEvent(button: 1, isPressed: true, position: place, modifiers: [], time: 0)))
      _ = state.take(
        .button(
          ButtonEvent(button: 1, isPressed: false, position: place, modifiers: [], time: 0)),
        on: surface)
      return choice
    }

    private func send(_ event: WindowEvent) -> OpenWithState.Choice? {
      let answer = state.take(event, on: surface)
      #expect(answer.isConsumed)
      return answer.answer
    }

    var rows: [String] { state.placed(on: surface).rows.map(\.node.name) }
    var title: String? { state.placed(on: surface).tree.first { $0.role == .title }?.name }
  }

  private func opened(_ paths: [String] = ["/a.png"]) -> Driver { Driver(paths, Self.programs) }

  @Test func theFirstProgramIsChosenByEnter() {
    let driver = opened()
    #expect(driver.rows == ["Gimp", "Inkscape", "Krita"] && driver.title == "Open a.png with")
    let choice = driver.key(.enter)
    #expect(choice?.program == Self.programs[0] && choice?.paths == [Array("/a.png".utf8)])
    #expect(!driver.state.isOpen)
  }

  @Test func programsAreFoundByTyping() {
    let driver = opened(["/a", "/b", "/c"])
    driver.type("kri")
    #expect(driver.rows == ["Krita"] && driver.title == "Open 3 files with")
    let choice = driver.key(.enter)
    #expect(choice?.program == Self.programs[2] && choice?.paths.count == 3)
  }

  @Test func arrowsAndThePointerChoose() throws {
    let driver = opened()
    driver.key(.down)
    #expect(driver.key(.enter)?.program == Self.programs[1])
    let other = opened()
    let row = try #require(other.state.placed(on: other.surface).rect(of: Target(.match(2))))
    #expect(other.click(at: Rect(row).center)?.program == Self.programs[2])
  }

  @Test func nothingIsChosenWhereNothingMatches() {
    let driver = opened()
    driver.type("zzz")
    #expect(driver.rows.isEmpty)
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
    driver.key(.escape)
    #expect(!driver.state.isOpen)
  }

  @Test func aPressElsewhereCloses() {
    let driver = opened()
    #expect(driver.click(at: Point(x: 1, y: 599)) == nil)
    #expect(!driver.state.isOpen)
  }

  /// A disk may be slow: the user has gone on, or typed meanwhile.
  @Test func lateProgramsAreTakenOnlyForTheirFile() {
    let driver = Driver(["/a.png"], nil)
    driver.type("ink")
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
    #expect(!driver.note([Self.programs[0]], for: "/other.png") && driver.rows.isEmpty)
    #expect(driver.note(Self.programs, for: "/a.png") && driver.rows == ["Inkscape"])
    #expect(!driver.note([], for: "/a.png"), "a second answer")
    driver.key(.escape)
    #expect(!driver.note(Self.programs, for: "/a.png") && !driver.state.isOpen)
  }

  @Test func hostileNamesStayOnTheirLine() {
    let name = String(repeating: "a\n\u{202E}", count: 1000)
    let driver = Driver(["/a.png"], [GIOProgram(id: "x", name: name)])
    #expect(driver.rows.count == 1)
    #expect(driver.rows[0].count <= 80 && !driver.rows[0].unicodeScalars.contains("\n"))
  }
}
