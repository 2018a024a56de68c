import Geometry
import Gestures
import TestSupport
import Testing

@testable import Viewer

/// The table of keys in `Documentation/Keys.md`, row by row.
enum KeyTable {
  /// A row that names keys.
  struct Row {
    /// The keys in order; gestures in the row are left out.
    var keys: [Key]
    /// The row's description of what they do.
    var words: String
  }

  /// A key, a chord or a mouse button, by its name in the table.
  struct Key {
    var name: String
    /// The mouse button's number; `nil` for keys.
    var button: Int?

    /// The key press; `nil` for a button.
    func press() throws -> KeyPress? {
      guard button == nil else { return nil }
      var parts = name.split(separator: "+", omittingEmptySubsequences: true).map(String.init)
      // The plus key, alone or in a chord.
      if name.hasSuffix("+") { parts.append("+") }
      let key = parts.removeLast()
      var modifiers: Modifiers = []
      for part in parts {
        modifiers.insert(try #require(part == "Ctrl" ? .control : part == "Shift" ? .shift : nil))
      }
      var number = KeyTable.names[key]?.rawValue
      if number == nil, key.unicodeScalars.count == 1, let scalar = key.unicodeScalars.first {
        // Chords show letters in upper case, with or without Shift.
        let isSmall = modifiers.contains(.control) && !modifiers.contains(.shift)
        number = (isSmall ? Unicode.Scalar(key.lowercased()) : scalar)?.value
      }
      return KeyPress(
        keysym: try #require(number, "no key is called \(name)"), modifiers: modifiers,
        position: .zero, time: 0)
    }

    /// The key's command; `nil` if the key is not bound.
    func command() throws -> Command? {
      if let button { return KeyBindings.command(forButton: button) }
      return try press().flatMap { KeyBindings.command(for: $0) }
    }
  }

  /// The keys with names.
  private static let names: [String: Keysym] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "space": .space,
    "backspace": .backspace, "PageDown": .pageDown, "PageUp": .pageUp, "Home": .home, "End": .end,
    "Esc": .escape, "F11": .f11,
  ]
  /// The arrows, in the order of `h` `j` `k` `l`.
  private static let arrows = ["left", "down", "up", "right"].map { Key(name: $0) }

  /// The rows with keys in Documentation/Keys.md.
  static func documented() throws -> [Row] {
    let lines = try PackageFile.lines("Documentation/Keys.md")
    let start = try #require(lines.firstIndex { $0 == "# Keys and gestures" })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return section.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingSpaces }
      guard line.hasPrefix("|"), cells.count == 2 else { return nil }
      let keys = keys(ofDocument: cells[0])
      return keys.isEmpty ? nil : Row(keys: keys, words: cells[1])
    }
  }

  /// Text between backquotes is a key; arrows and buttons are outside.
  private static func keys(ofDocument cell: String) -> [Key] {
    var keys: [Key] = []
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        keys.append(Key(name: String(part)))
        continue
      }
      let words = part.split { $0 == " " || $0 == "," }
      if words.contains("arrows") { keys += arrows }
      if let place = words.firstIndex(of: "button"), let number = words[(place + 1)...].first {
        keys.append(Key(name: "button \(number)", button: Int(number)))
      }
    }
    return keys
  }

  /// The keys of a row in the window's list, which also names gestures.
  static func keys(ofHelp text: String) -> [Key] {
    let gestures = ["wheel", "pinch", "swipe", "double-click", "drag", "held"]
    return text.replacing("Page ", with: "Page").split(separator: " ").flatMap { word in
      let name = word.count > 1 && word.hasSuffix(",") ? String(word.dropLast()) : String(word)
      if gestures.contains(name) { return [Key]() }
      // The window shows a minus sign; the keyboard has a hyphen.
      return name == "arrows" ? arrows : [Key(name: name.replacing("−", with: "-"))]
    }
  }

  /// The command of a key with modifiers.
  static func command(_ number: UInt32, _ modifiers: Modifiers) -> Command? {
    KeyBindings.command(
      for: KeyPress(keysym: number, modifiers: modifiers, position: .zero, time: 0))
  }

  /// True if a named key is the key with this keysym.
  ///
  /// Shift is part of a character's keysym, and plus and minus count as on most layouts, with or
  /// without Shift.
  static func isSameKey(_ named: KeyPress, _ number: UInt32, _ modifiers: Modifiers) -> Bool {
    let isChord = modifiers.contains(.control)
    guard named.modifiers.contains(.control) == isChord else { return false }
    let unshifted = [Keysym.equal.rawValue: Keysym.plus, Keysym.underscore.rawValue: Keysym.minus]
    let number = unshifted[number]?.rawValue ?? number
    guard isChord else { return named.keysym == number }
    // Shift is part of a symbol, but changes the meaning of a letter.
    let isLetter = Keysym(rawValue: number).isLatinLetter
    return (named.modifiers == modifiers || !isLetter) && small(named.keysym) == small(number)
  }

  private static func small(_ number: UInt32) -> UInt32 {
    (0x41...0x5A).contains(number) ? number + 0x20 : number
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
