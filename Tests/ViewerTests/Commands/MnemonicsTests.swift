import Controls
import Geometry
import Gestures
import Platform
import Testing
import Text

@testable import Viewer

/// The letters that choose items of the menu.
@Suite struct MnemonicsTests {
  private let surface = PixelSize(width: 1280, height: 800)

  private func driver(
    _ sections: [MenuState.Section] = MenuDriver.sections, by device: LastInput.Device
  ) -> MenuDriver {
    MenuDriver(menu: MenuDriver.menu(sections, by: device), surface: surface)
  }

  /// The menu of sections, and each menu of commands.
  static let lists: [[String]] =
    [MenuDriver.sections.map(\.title)]
    + MenuDriver.sections.map { section in
      let scripts = section.title == CommandSection.window.rawValue ? ["zebra", "2up", "Copy"] : []
      return section.items.map(\.title) + scripts
    }

  private func letter(of index: Int, in titles: [String]) -> Unicode.Scalar? {
    Mnemonics.places(in: titles)[index].map { Array(titles[index].lowercased().unicodeScalars)[$0] }
  }

  // MARK: Letters

  @Test(arguments: lists) func aLetterIsUsedOnce(titles: [String]) {
    let letters = titles.indices.map { letter(of: $0, in: titles) }
    let used = letters.compactMap(\.self)
    #expect(Set(used).count == used.count)
    for (title, letter) in zip(titles, letters) where letter == nil {
      let own = title.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) }
      #expect(Set(own).isSubset(of: used), "\(title) has a free letter")
    }
    for (index, letter) in letters.enumerated() {
      guard let letter else { continue }
      #expect(Mnemonics.index(of: letter, in: titles) == index)
    }
  }

  @Test func firstLettersComeFirst() {
    #expect(Mnemonics.places(in: ["Zoom in", "Zoom out", "Fit"]) == [0, 5, 0])
    // The third has fewer free letters than the second, and the last has none.
    let titles = ["Copy", "Copy path", "Copy", "Paste", "cc"]
    #expect(Mnemonics.places(in: titles) == [0, 3, 1, 0, nil])
    #expect(Mnemonics.places(in: ["\u{42f}", "\u{c9}lan vital", "2up", ""]) == [nil, 5, 1, nil])
    #expect(Mnemonics.places(in: []) == [])
  }

  @Test func eachSectionHasItsFirstLetter() {
    let titles = MenuDriver.sections.map(\.title)
    #expect(Mnemonics.places(in: titles) == titles.map { _ in 0 })
  }

  // MARK: Keys

  @Test func aLetterOpensItsSectionAndChoosesItsCommand() throws {
    let titles = MenuDriver.sections.map(\.title)
    for (index, section) in MenuDriver.sections.enumerated() {
      let opener = try #require(letter(of: index, in: titles))
      let names = section.items.map(\.title)
      for (place, item) in section.items.enumerated() {
        guard let own = letter(of: place, in: names) else { continue }
        var driver = driver(by: .keyboard)
        driver.type(opener)
        #expect(driver.commands.rows.map(\.node.name) == names)
        driver.type(own)
        #expect(driver.outcome == item.outcome && !driver.menu.isOpen, "\(item.name)")
      }
    }
  }

  @Test func aLetterWithShiftCounts() {
    var driver = driver(by: .keyboard)
    driver.key(Keysym("Z"), .shift)
    #expect(driver.commands.rows.first?.node.name == CommandName.zoomIn.definition.title)
  }

  @Test func aGreyCommandIsHighlightedAndNotChosen() throws {
    var sections = MenuDriver.sections
    let zoom = try #require(sections.firstIndex { $0.title == CommandSection.zoom.rawValue })
    let fit = try #require(sections[zoom].items.firstIndex { $0.name == .fit })
    sections[zoom].items[fit].refusal = "no"
    var driver = driver(sections, by: .keyboard)
    driver.type("z")
    driver.type("f")
    #expect(driver.outcome == .consumed && driver.menu.isOpen)
    #expect(driver.commands.focused?.node.id == fit)
  }

  @Test func otherLettersGoToWhatBeginsWithThem() {
    let scripts = ["2up", "3up", "2down"].map { MenuState.Item(script: $0) }
    var driver = driver([.init(title: "Window", items: scripts)], by: .keyboard)
    driver.type("w")
    driver.key(.down)
    driver.type("2")
    #expect(driver.commands.focused?.node.id == 2 && driver.outcome == .consumed)
    driver.type("2")
    #expect(driver.commands.focused?.node.id == 0 && driver.outcome == .consumed)
    driver.type("3")
    #expect(driver.outcome == .chosen(Command(script: "3up")))
  }

  @Test func aRepeatOfTheSectionsLetterChoosesNothing() {
    var driver = driver(by: .keyboard)
    for _ in 0..<3 { driver.key(Keysym("m")) }
    #expect(driver.menu.isOpen && driver.outcome == .consumed)
    driver.release(Keysym("m"))
    driver.key(Keysym("m"))
    #expect(driver.outcome == Command(.mark).map { .chosen($0) })
  }

  @Test func aRepeatAfterShiftIsReleasedIsStillOne() {
    var driver = driver(by: .keyboard)
    driver.key(Keysym("M"), .shift)
    driver.key(Keysym("m"))
    #expect(driver.menu.isOpen && driver.outcome == .consumed)
  }

  // MARK: Underlines

  private func letters(_ placed: Placed<Int>) -> [Int?] { placed.rows.map(\.node.mnemonic) }

  @Test func theLettersOfTheMenuInUseAreUnderlined() {
    var driver = driver(by: .keyboard)
    let titles = MenuDriver.sections.map(\.title)
    #expect(letters(driver.sections) == Mnemonics.places(in: titles))
    driver.key(.right)
    #expect(letters(driver.sections).allSatisfy { $0 == nil })
    let commands = MenuDriver.sections[0].items.map(\.title)
    #expect(letters(driver.commands) == Mnemonics.places(in: commands))
    driver.key(.left)
    #expect(letters(driver.sections) == Mnemonics.places(in: titles))
  }

  @Test func nothingIsUnderlinedWhileThePointerOrAFingerIsUsed() throws {
    for device in [LastInput.Device.pointer, .touch] {
      var driver = driver(by: device)
      let rect = try #require(driver.sections.rect(of: Target(1)))
      driver.move(to: Rect(rect).center)
      let places = letters(driver.sections) + letters(driver.commands)
      #expect(places.count > MenuDriver.sections.count && places.allSatisfy { $0 == nil })
      driver.key(.up)
      #expect(letters(driver.sections).contains { $0 != nil }, "a key was used")
    }
  }

  private func bitmap(of placed: Placed<Int>) throws -> TextBitmap {
    let answers = try Mailbox<TextAnswer>()
    let renderer = try TextRenderer(complain: { _ in }, deliver: { answers.post($0) })
    defer { renderer.stop() }
    let drawing = try #require(placed.drawing(ControlInput(), isOpaque: true))
    try renderer.request(drawing.request(id: 1))
    return try #require(answers.waitForMessages().first?.bitmap)
  }

  @Test func anUnderlineIsALineBelowEachTitle() throws {
    let keyboard = driver(by: .keyboard).sections
    let underlined = try bitmap(of: keyboard)
    let plain = try bitmap(of: driver(by: .pointer).sections)
    try #require(underlined.size == plain.size)
    let length = plain.size.width * 4
    let rows = (0..<plain.size.height).filter { y in
      let bytes = y * length..<(y + 1) * length
      return plain.pixels[bytes] != underlined.pixels[bytes]
    }
    #expect(rows.count == keyboard.rows.count)
    for (y, row) in zip(rows, keyboard.rows) {
      let middle = Rect(row.rect).center.y - Double(keyboard.frame.minY)
      #expect(Double(y) > middle && y < row.rect.maxY - keyboard.frame.minY, "\(row.node.name)")
    }
  }
}
