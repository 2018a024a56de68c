import Controls
import Geometry
import Gestures
import Preferences
import Testing

@testable import Viewer

/// The palette, by keys and by the pointer.
@Suite struct PaletteStateTests {
  private let surface = PixelSize(width: 900, height: 600)
  private var items: [PaletteState.Item] {
    CommandName.allCases.map { PaletteState.Item(name: $0) }
  }

  private final class Driver {
    private(set) var state = PaletteState()
    let surface: PixelSize

    init(_ items: [PaletteState.Item], on surface: PixelSize, typing name: CommandName? = nil) {
      self.surface = surface
      state.open(items, scale: 1)
      if let name { state.type(name) }
    }

    func type(_ text: String) { for scalar in text.unicodeScalars { _ = key(Keysym(scalar)) } }

    func key(_ key: Keysym) -> Command? {
      send(.key(KeyPress(keysym: key.rawValue, modifiers: [], position: .zero, time: 0))).answer
    }

    func press(at place: Point) -> (isConsumed: Bool, answer: Command?) {
      send(
        .button(
          ButtonEvent(button: 1, isPressed: true, position: place, modifiers: [], time: 0)))
    }

    private func send(_ event: WindowEvent) -> (isConsumed: Bool, answer: Command?) {
      let answer = state.take(event, on: surface)
      #expect(answer.isConsumed)
      return answer
    }
  }

  private func opened(
    _ items: [PaletteState.Item]? = nil, typing name: CommandName? = nil
  ) -> Driver {
    Driver(items ?? self.items, on: surface, typing: name)
  }

  @Test func everyCommandIsFoundByItsTitleAndItsName() {
    for name in CommandName.allCases {
      for text in [name.definition.title, name.rawValue] {
        let driver = opened()
        driver.type(text)
        let names = driver.state.matches.map(\.name)
        #expect(names.first == name, "\(text): \(names)")
      }
    }
  }

  @Test func aTitleThatBeginsLikeACommandIsFound() {
    for (text, name) in [("next pic", CommandName.next), ("next page", .nextPage)] {
      let driver = opened()
      driver.type(text)
      #expect(driver.key(.enter) == Command(name), "\(text)")
    }
  }

  @Test func enterPerformsTheSelectedCommand() {
    let driver = opened()
    driver.type("mirr")
    #expect(driver.key(.enter) == Command(.mirror))
    #expect(!driver.state.isOpen)
  }

  @Test func commandsAreTypedWithValues() throws {
    let driver = opened()
    driver.type("zoom-to 2")
    #expect(driver.key(.enter) == (try Command(parsing: "zoom-to 2")))
    let other = opened()
    other.type("zoom to")
    // The command needs a value, which is typed next.
    #expect(other.key(.enter) == nil && other.state.isOpen)
    other.type("0.5")
    #expect(other.key(.enter) == (try Command(parsing: "zoom-to 0.5")))
  }

  /// As an item of the menu does, which leads to the palette.
  @Test(arguments: [
    ("rotate-file", "90"), ("go", "57"), ("zoom-to", "2"), ("zoom-by", "0.5"),
    ("pan", "0.1 -0.2"), ("rotate", "270"), ("filter", "'exposure(0.5)'"), ("set", "glide false"),
  ])
  func valuesFollowANameThatIsTypedAlready(word: String, values: String) throws {
    let name = try #require(CommandName(rawValue: word))
    let driver = opened(typing: name)
    #expect(driver.state.matches.contains { $0.name == name })
    driver.type(values)
    #expect(driver.key(.enter) == (try Command(parsing: "\(word) \(values)")))
    #expect(!driver.state.isOpen)
    let other = opened(typing: name)
    #expect(other.key(.escape) == nil && !other.state.isOpen)
  }

  @Test func settingsAreCompleted() throws {
    let driver = opened()
    driver.type("set wheel-st")
    #expect(driver.state.matches.first?.title == "wheel-step")
    // The first Enter completes the name, the next one needs the value.
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
    #expect(driver.state.matches.map(\.title) == ["wheel-step"])
    let hint = driver.state.placed(on: surface).tree.first { $0.role == .tooltip }
    #expect(hint?.name.hasPrefix("set wheel-step VALUE: 1.01 to 4\n") == true)
    driver.type("9")
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
    let message = driver.state.placed(on: surface).tree.first { $0.role == .message }
    #expect(message?.name == "wheel-step must be 1.01 to 4, not “9”")
    _ = driver.key(.backspace)
    driver.type("2")
    #expect(driver.key(.enter) == (try Command(parsing: "set wheel-step 2")))
  }

  @Test func allSettingsAreOffered() {
    let driver = opened()
    driver.type("set ")
    let names = Setting.all.filter { !$0.isReadAtStart }.map(\.name)
    #expect(driver.state.matches.map(\.title) == names && names.count > 20)
    #expect(driver.state.matches.allSatisfy { $0.completion != nil })
    let other = opened()
    other.type("set nothing-like-this 2")
    #expect(other.state.matches.isEmpty && other.key(.enter) == nil && other.state.isOpen)
  }

  @Test func aWrongValueIsNamedAndCanBeCorrected() throws {
    let driver = opened()
    driver.type("zoom-by 0")
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
    let message = driver.state.placed(on: surface).tree.first { $0.role == .message }
    #expect(message?.name == "FACTOR of “zoom-by” must be a number from 0.001 to 1000, not “0”")
    _ = driver.key(.backspace)
    driver.type("2")
    #expect(driver.key(.enter) == (try Command(parsing: "zoom-by 2")))
  }

  @Test func aPressOnARowPerformsIt() throws {
    let driver = opened()
    driver.type("turn")
    let rect = try #require(driver.state.placed(on: surface).rect(of: Target(.match(1))))
    let name = driver.state.matches[1].name
    #expect(driver.press(at: Rect(rect).center).answer == Command(name))
  }

  @Test func aRefusedCommandIsNotChosen() {
    var items = items
    for index in items.indices { items[index].refusal = "no" }
    let driver = opened(items)
    driver.type("mirror")
    #expect(driver.key(.enter) == nil && driver.state.isOpen)
  }

  @Test func escapeAndAPressElsewhereCloseIt() {
    let driver = opened()
    #expect(driver.key(.escape) == nil && !driver.state.isOpen)
    let other = opened()
    #expect(other.press(at: Point(x: 5, y: 590)).answer == nil && !other.state.isOpen)
  }

  @Test(arguments: [PixelSize(width: 64, height: 48), PixelSize(width: 3840, height: 2160)])
  func itLiesWholeInTheWindow(surface: PixelSize) {
    let frame = Driver(items, on: surface).state.placed(on: surface).frame
    #expect(!frame.isEmpty && frame.intersection(PixelRect(surface)) == frame)
  }
}
