import Fresnel
import MinesweeperBoard
import MinesweeperRules

/// The game's keys.
enum GameKeys {
  /// The card that explains the keys.
  static let card = Card(
    "Keys",
    [
      "arrows, h j k l\tmove the cursor", "space, Enter\tuncover, or open around a number",
      "f\tset or remove a flag", "m\ttaps uncover, or set flags", "n, F2\tnew game",
      "b\tnext board", "g\twith or without guessing", "p\tpause", "t\tbest times",
      "+ −\tzoom", "0\tthe whole field", "1\tcells of 64 pixels", "F11\tfull screen", "q\tquit",
    ])

  private static let f2 = Keysym(rawValue: 0xffbf)

  /// Performs a key's action; returns false to leave the key to the view.
  static func perform(_ press: KeyPress, on window: GameWindow, at now: Double) -> Bool {
    guard press.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return false }
    switch press.key {
    case .left, .h: window.moveCursor(columns: -1, rows: 0, at: now)
    case .right, .l: window.moveCursor(columns: 1, rows: 0, at: now)
    case .up, .k: window.moveCursor(columns: 0, rows: -1, at: now)
    case .down, .j: window.moveCursor(columns: 0, rows: 1, at: now)
    case .space, .enter: window.actAtCursor(at: now) { window.act(on: $0, sets: false, at: now) }
    case .f: window.actAtCursor(at: now) { window.act(on: $0, sets: true, at: now) }
    case .m: window.toggleMode()
    case .n, f2: window.restart()
    case Keysym("b"): window.nextBoard()
    case Keysym("g"): window.toggleGuessing()
    case .p: window.togglePause()
    case Keysym("t"): window.toggleTimes()
    case .question, .f1: window.toggleHelp()
    case .zero: window.fit()
    case .f11: window.toggleFullScreen()
    case .escape: _ = window.dismissCard()
    case .q: window.view.close()
    default: return false
    }
    return true
  }
}
