import Gestures
import Text
import Windowing

/// Which key does what, and what the list of keys says about it.
enum KeyBindings {
  /// The command of a key, or `nil` where the key means nothing here.
  ///
  /// Except for a few with Control that other programs have too, a chord with Control, Alt or the
  /// logo key belongs to the window manager or to nobody.
  static func command(for press: KeyPress) -> Command? {
    guard press.modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
    guard press.modifiers.contains(.control) else {
      let command = table[press.keysym]
      guard press.modifiers.contains(.shift) else { return command }
      switch press.key {
      case Keysym.pageDown: return .nextPage
      case Keysym.pageUp: return .previousPage
      default: return command
      }
    }
    return chord(press.key, isShifted: press.modifiers.contains(.shift))
  }

  /// The command of a key with Control.
  ///
  /// Signs may need Shift; with letters it means another command.
  private static func chord(_ key: Keysym, isShifted: Bool) -> Command? {
    switch key {
    case .plus, .equal: .view(.zoomIn)
    case .minus, .underscore: .view(.zoomOut)
    case .zero: .view(.fit)
    case Keysym("s"), Keysym("S"): isShifted ? .saveView : .savePicture
    case Keysym("q"), Keysym("w"): isShifted ? nil : .quit
    default: nil
    }
  }

  /// The command of a pointer button: a mouse's side buttons go through the album.
  static func command(forButton button: Int) -> Command? {
    switch button {
    case 8: .previous
    case 9: .next
    default: nil
    }
  }

  private static let table: [UInt32: Command] = {
    var table: [UInt32: Command] = [:]
    func bind(_ command: Command, _ characters: String) {
      // Keysyms of Latin-1 characters are their code points.
      for scalar in characters.unicodeScalars { table[scalar.value] = command }
    }
    func bind(_ command: Command, _ keys: Keysym...) {
      for key in keys { table[key.rawValue] = command }
    }
    bind(.view(.zoomIn), "+=")
    bind(.view(.zoomOut), "-_")
    bind(.view(.fit), "0")
    bind(.view(.fit))
    bind(.view(.actualSize), "1")
    bind(.view(.actualSize))
    bind(.view(.fill), "w")
    bind(.toggleMagnification, "s")
    bind(.view(.turnRight), "r")
    bind(.view(.turnLeft), "R")
    bind(.view(.mirror), "m")
    bind(.view(.pan(.left)), "h")
    bind(.view(.pan(.left)), Keysym.left)
    bind(.view(.pan(.down)), "j")
    bind(.view(.pan(.down)), Keysym.down)
    bind(.view(.pan(.up)), "k")
    bind(.view(.pan(.up)), Keysym.up)
    bind(.view(.pan(.right)), "l")
    bind(.view(.pan(.right)), Keysym.right)
    bind(.next, " n")
    bind(.next, Keysym.pageDown)
    bind(.previous, "p")
    bind(.previous, Keysym.backspace, Keysym.pageUp)
    bind(.nextPage, ".")
    bind(.previousPage, ",")
    bind(.togglePlaying, "a")
    bind(.slower, "[")
    bind(.faster, "]")
    bind(.exposeLess, "(")
    bind(.exposeMore, ")")
    bind(.first, Keysym.home)
    bind(.last, Keysym.end)
    bind(.toggleFilterPanel, "e")
    bind(.compare, "c")
    bind(.toggleSplit, "v")
    bind(.toggleFilters, "x")
    bind(.nextFilter, "g")
    bind(.previousFilter, "G")
    bind(.toggleFullScreen, "f")
    bind(.toggleFullScreen, Keysym.f11)
    bind(.toggleTiles, "d")
    bind(.toggleHelp, "?")
    bind(.escape, Keysym.escape)
    bind(.quit, "q")
    return table
  }()

  /// The list of keys as the window shows it: the keys, and what they do.
  static let help: [TextBlock.KeyRow] = [
    .init("wheel, + −, Ctrl++ Ctrl+−", "zoom"),
    .init("pinch   swipe", "zoom   next or previous picture"),
    .init("double-click", "zoom in, or back to fit"),
    .init("0, Ctrl+0   1", "fit   actual size"),
    .init("w", "fill the window"),
    .init("drag, arrows, h j k l", "pan"),
    .init("space, n, Page Down", "next picture"),
    .init("backspace, p, Page Up", "previous picture"),
    .init("Home   End", "first   last picture"),
    .init(",   .", "previous   next page or frame"),
    .init("a   [   ]", "play or stop   slower   faster"),
    .init("(   )", "less   more exposure"),
    .init("r   R   m", "turn right   turn left   mirror"),
    .init("s", "smooth or crisp pixels"),
    .init("e", "filters"),
    .init("g   G   x", "next   previous filter   filters off and on"),
    .init("c held   v", "compare with before   split line"),
    .init("Ctrl+S   Ctrl+Shift+S", "save the picture   the view"),
    .init("f, F11", "full screen"),
    .init("d", "outline the tiles"),
    .init("?", "these keys"),
    .init("Esc   q, Ctrl+Q, Ctrl+W", "leave full screen   quit"),
  ]
}
