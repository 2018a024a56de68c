import Geometry
import Gestures
import TestSupport
import Testing

@testable import Viewer

/// The keys in the documentation, in the code, and in the window's list.
@Suite struct KeyBindingsTests {
  /// The commands that a table row's words stand for: one for each of its keys, or repeated.
  private static let meanings: [String: [Command]] = [
    "zoom": [.view(.zoomIn), .view(.zoomOut)],
    "zoom, fit the window": [.view(.zoomIn), .view(.zoomOut), .view(.fit)],
    "fit the window, actual size, fill the window with a small picture": [
      .view(.fit), .view(.actualSize), .view(.fill),
    ],
    "pan; if the picture's width fits, left and right go to the previous and next picture": [
      .view(.pan(.left)), .view(.pan(.down)), .view(.pan(.up)), .view(.pan(.right)),
    ],
    "next picture": [.next],
    "previous picture": [.previous],
    "first, last picture": [.first, .last],
    "next, previous page of a file, or frame of an animation": [
      .nextPage, .previousPage,
    ],
    "play or stop an animation": [.togglePlaying],
    "play slower, faster": [.slower, .faster],
    "less, more exposure": [.exposeLess, .exposeMore],
    "turn right, turn left, mirror": [.view(.turnRight), .view(.turnLeft), .view(.mirror)],
    "smooth or crisp pixels beyond 100 %": [.toggleMagnification],
    "filter panel: add, set, order, compare, save": [.toggle(.filters)],
    "next, previous inspection filter: grayscale, invert, clipping, focus peaking, edges, "
      + "false colour": [.nextFilter, .previousFilter],
    "switch the filters off and on": [.toggleFilters],
    "show the original, without filters": [.compare],
    "a split line with the original at its left; drag it": [.toggleSplit],
    "save the whole picture, the view": [.savePicture, .saveView],
    "full screen": [.toggleFullScreen],
    "outline the tiles in the view, with level and age; green tiles are at the view's own scale": [
      .toggle(.tiles)
    ],
    "these keys": [.toggle(.help)],
    "leave full screen, then quit; quit": [.escape, .quit],
    "quit": [.quit],
  ]

  @Test func everyDocumentedKeyDoesWhatItsRowSays() throws {
    let rows = try KeyTable.documented()
    #expect(rows.count > 15, "the table is not where it was")
    for row in rows {
      let commands = try #require(Self.meanings[row.words], "what does “\(row.words)” mean?")
      #expect(row.keys.count % commands.count == 0, "\(row)")
      for (index, key) in row.keys.enumerated() {
        let command = commands[index % commands.count]
        #expect(try key.command() == command, "\(key.name) of “\(row.words)”")
      }
    }
    #expect(Set(rows.map(\.words)) == Set(Self.meanings.keys))
  }

  @Test func everyBoundKeyIsDocumented() throws {
    let keys = try KeyTable.documented().flatMap(\.keys)
    let named = Set(try keys.compactMap { try $0.press() })
    let numbers = Array(0x20...0xFF as ClosedRange<UInt32>) + Array(0xFE00...0xFFFF)
    for number in numbers {
      for modifiers in [[], .shift, .control, [.control, .shift]] as [Modifiers] {
        guard let command = KeyTable.command(number, modifiers) else { continue }
        let isNamed = named.contains {
          KeyTable.isSameKey($0, number, modifiers)
            && KeyTable.command($0.keysym, $0.modifiers) == command
        }
        #expect(isNamed, "keysym \(number) with modifiers \(modifiers.rawValue): \(command)")
      }
    }
    let buttons = Set(keys.compactMap(\.button))
    for button in 1...32 where KeyBindings.command(forButton: button) != nil {
      #expect(buttons.contains(button), "button \(button)")
    }
  }

  @Test func theWindowListsTheDocumentedKeys() throws {
    let rows = try KeyTable.documented()
    let named = Set(rows.flatMap(\.keys).map(\.name))
    let listed = KeyBindings.help.flatMap { KeyTable.keys(ofHelp: $0.key) }
    for key in listed { #expect(named.contains(key.name), "\(key.name)") }
    #expect(Set(listed.map(\.name)).count == listed.count, "a key stands there twice")
    // The list need not contain every key, but must have one for every action.
    let commands = Set(try listed.map { try $0.command() })
    for row in rows {
      for key in row.keys {
        #expect(commands.contains(try key.command()), "\(key.name): \(row.words)")
      }
    }
  }

  @Test func commonShortcutsWork() {
    func command(_ key: Keysym, _ modifiers: Modifiers = .control) -> Command? {
      KeyTable.command(key.rawValue, modifiers)
    }
    // The plus sign needs Shift on a US keyboard, but not on a German one.
    #expect(
      command(.plus, [.control, .shift]) == .view(.zoomIn) && command(.plus) == .view(.zoomIn))
    #expect(
      command(.equal) == .view(.zoomIn) && command(.minus) == .view(.zoomOut)
        && command(.zero) == .view(.fit))
    #expect(command(.q) == .quit && command(Keysym("w")) == .quit)
  }

  @Test func chordsBelongToTheWindowManager() {
    func command(_ key: Keysym, _ modifiers: Modifiers) -> Command? {
      KeyTable.command(key.rawValue, modifiers)
    }
    #expect(command(.n, .control) == nil)
    #expect(command(.q, [.control, .alt]) == nil)
    #expect(command(.q, [.control, .shift]) == nil)
    #expect(command(.f, .alt) == nil)
    #expect(command(.one, .logo) == nil)
    #expect(command(Keysym("s"), [.control, .alt]) == nil)
  }
}
