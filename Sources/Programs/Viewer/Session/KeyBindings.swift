import Gestures
import Text
import Windowing
import Zooming

/// The commands of keys, and their descriptions for the list of keys.
enum KeyBindings {
  /// Returns the command of a key; `nil` if it has none.
  ///
  /// Except for a few common ones with Control, chords with Control, Alt or the logo key are left
  /// to the window manager.
  static func command(for press: KeyPress) -> Command? {
    guard press.modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
    guard press.modifiers.contains(.control) else {
      let command = table[press.keysym] ?? ZoomCommand(press.key).map(Command.view)
      guard press.modifiers.contains(.shift) else { return command }
      switch press.key {
      case Keysym.pageDown: return .nextPage
      case Keysym.pageUp: return .previousPage
      default: return command
      }
    }
    return chord(press.key, isShifted: press.modifiers.contains(.shift))
  }

  /// Returns the command of a key with Control.
  ///
  /// Punctuation may need Shift; with letters, Shift selects another command.
  private static func chord(_ key: Keysym, isShifted: Bool) -> Command? {
    switch key {
    case .plus, .equal, .minus, .underscore, .zero: ZoomCommand(key).map(Command.view)
    case Keysym("s"), Keysym("S"): isShifted ? .saveView : .savePicture
    case Keysym("q"), Keysym("w"): isShifted ? nil : .quit
    default: nil
    }
  }

  /// Returns the command of a pointer button: a mouse's side buttons page through the album.
  static func command(forButton button: Int) -> Command? {
    switch button {
    case 8: .previous
    case 9: .next
    default: nil
    }
  }

  private static let table: [UInt32: Command] = {
    var table: [UInt32: Command] = [:]
    for line in lines {
      for (command, keys) in line.commands {
        for key in keys.keys { table[key.rawValue] = command }
      }
    }
    return table
  }()

  /// The list of keys as displayed: the keys, and what they do.
  static let help = lines.map(\.help)

  /// A line of the list of keys, and the commands in it.
  private struct Line {
    var help: TextBlock.KeyRow
    var commands: [Command: Keys]

    init(_ keys: String, _ words: String, _ commands: [Command: Keys] = [:]) {
      help = TextBlock.KeyRow(keys, words)
      self.commands = commands
    }
  }

  /// Keys of Latin-1 characters, and other keys.
  private struct Keys: ExpressibleByStringLiteral {
    var keys: [Keysym]

    init(_ characters: String, _ others: Keysym...) {
      keys = characters.unicodeScalars.map { Keysym($0) } + others
    }

    init(stringLiteral characters: String) { self.init(characters) }
  }

  /// The table of commands, except for the keys that every view handles: a new command is a line
  /// here.
  private static let lines = [
    Line("wheel, + −, Ctrl++ Ctrl+−", "zoom"),
    Line("pinch   swipe", "zoom   next or previous picture"),
    Line("double-click", "zoom in, or back to fit"),
    Line("0, Ctrl+0   1", "fit   actual size"),
    Line("w", "fill the window", [.view(.fill): "w"]),
    Line(
      "drag, arrows, h j k l", "pan",
      [
        .view(.pan(.left)): "h", .view(.pan(.down)): "j", .view(.pan(.up)): "k",
        .view(.pan(.right)): "l",
      ]),
    Line("space, n, Page Down", "next picture", [.next: Keys(" n", .pageDown)]),
    Line(
      "backspace, p, Page Up", "previous picture", [.previous: Keys("p", .backspace, .pageUp)]),
    Line("Home   End", "first   last picture", [.first: Keys("", .home), .last: Keys("", .end)]),
    Line(",   .", "previous   next page or frame", [.previousPage: ",", .nextPage: "."]),
    Line(
      "a   [   ]", "play or stop   slower   faster",
      [.togglePlaying: "a", .slower: "[", .faster: "]"]),
    Line("(   )", "less   more exposure", [.exposeLess: "(", .exposeMore: ")"]),
    Line(
      "r   R   m", "turn right   turn left   mirror",
      [.view(.turnRight): "r", .view(.turnLeft): "R", .view(.mirror): "m"]),
    Line("s", "smooth or crisp pixels", [.toggleMagnification: "s"]),
    Line("e", "filters", [.toggle(.filters): "e"]),
    Line(
      "g   G   x", "next   previous filter   filters off and on",
      [.nextFilter: "g", .previousFilter: "G", .toggleFilters: "x"]),
    Line("c held   v", "compare with original   split line", [.compare: "c", .toggleSplit: "v"]),
    Line("Ctrl+S   Ctrl+Shift+S", "save the picture   the view"),
    Line("f, F11", "full screen", [.toggleFullScreen: Keys("f", .f11)]),
    Line("d", "outline the tiles", [.toggle(.tiles): "d"]),
    Line("?", "these keys", [.toggle(.help): "?"]),
    Line(
      "Esc   q, Ctrl+Q, Ctrl+W", "leave full screen   quit",
      [.escape: Keys("", .escape), .quit: "q"]),
  ]
}
