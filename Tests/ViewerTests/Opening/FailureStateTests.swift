import Controls
import Geometry
import Gestures
import Testing

@testable import Viewer

/// The panel in place of a picture that can't be shown.
@Suite struct FailureStateTests {
  private let surface = PixelSize(width: 800, height: 600)
  private let content = FailureState.Content(
    name: "b.png", sentence: "the file is empty",
    choices: [(.next, "Space"), (.showInFolder, "Ctrl+D"), (.copyDetails, "")])

  private func press(_ place: Point, in state: inout FailureState) -> [FailureState.Choice] {
    [true, false].compactMap { isPressed in
      state.take(
        .button(
          ButtonEvent(button: 1, isPressed: isPressed, position: place, modifiers: [], time: 0)),
        on: surface
      ).answer
    }
  }

  @Test func eachButtonIsPressedByThePointer() throws {
    for (choice, _) in content.choices {
      var state = FailureState()
      state.show(content, scale: 1)
      let rect = try #require(state.placed(on: surface).rect(of: Target(.choice(choice))))
      let pressed = press(Rect(rect).center, in: &state)
      #expect(pressed == [choice])
    }
  }

  @Test func keysArePassedOnUntilTabReachesTheButtons() {
    var state = FailureState()
    state.show(content, scale: 1)
    func key(_ key: Keysym) -> (isConsumed: Bool, answer: FailureState.Choice?) {
      state.take(
        .key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0)), on: surface)
    }
    for other in [Keysym.enter, .right, .escape, .space] {
      let answer = key(other)
      #expect(!answer.isConsumed && answer.answer == nil)
    }
    let first = key(.tab)
    let second = key(.tab)
    #expect(first.isConsumed && second.isConsumed)
    #expect(key(.enter).answer == .showInFolder)
    #expect(key(.escape).isConsumed, "it leaves the buttons")
    #expect(!key(.escape).isConsumed)
  }

  @Test(arguments: [(64, 48), (200, 150), (400, 300), (3840, 2160)])
  func itLiesInTheWindow(width: Int, height: Int) {
    let surface = PixelSize(width: width, height: height)
    for scale in [1.0, 2] {
      var state = FailureState()
      state.show(
        FailureState.Content(
          name: String(repeating: "long ", count: 100),
          sentence: String(repeating: "reason ", count: 100), choices: content.choices),
        scale: scale)
      let frame = state.placed(on: surface).frame
      #expect(!frame.isEmpty && frame.intersection(PixelRect(surface)) == frame, "\(frame)")
    }
  }

  /// It has its own button for the next picture.
  @Test(arguments: [(300, 200, false), (640, 480, true)])
  func theBarDoesNotCoverIt(width: Int, height: Int, hasBar: Bool) {
    let surface = PixelSize(width: width, height: height)
    var bar = BarState()
    let names: [CommandName] = [.previous, .next, .menu]
    bar.contents.buttons = names.map { BarContents.Button($0) }
    let whole = bar.placed(in: PixelRect(surface), on: surface, scale: 1)
    var state = FailureState()
    #expect(!whole.frame.isEmpty)
    #expect(whole.unlessCovering(state.placed(on: surface).frame) == whole)
    state.show(content, scale: 1)
    let placed = whole.unlessCovering(state.placed(on: surface).frame)
    #expect(placed.frame == (hasBar ? whole.frame : PixelRect(.zero)))
    #expect(placed.rows.count == (hasBar ? whole.rows.count : 0))
  }

  @Test func aClickBesideTheButtonsIsPassedOn() throws {
    var state = FailureState()
    state.show(content, scale: 1)
    let header = Rect(state.placed(on: surface).header)
    for place in [header.center, Point(x: 3, y: 3)] {
      let press = ButtonEvent(
        button: 1, isPressed: true, position: place, modifiers: [], time: 0)
      let answer = state.take(.button(press), on: surface)
      #expect(!answer.isConsumed && answer.answer == nil)
    }
  }

  @Test func itIsHiddenWithoutAFailure() {
    var state = FailureState()
    state.show(content, scale: 1)
    state.show(nil, scale: 1)
    #expect(state.drawing(on: surface) == nil)
    let pressed = press(Point(x: 400, y: 300), in: &state)
    #expect(pressed.isEmpty)
  }
}
