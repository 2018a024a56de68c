/// The keys of another program, as `preset` in `[keys]` chooses them.
///
/// They replace the default keys that mean something else there; all other keys stay.
package enum KeyPreset: String, CaseIterable, Sendable {
  /// GNOME's Image Viewer (Loupe).
  case gnome
  /// vi, and the image viewers that follow it, such as vimiv.
  case vi
  /// feh.
  case feh

  /// Keys, and the commands to bind to them, as in `[keys]`; none unbinds the keys.
  package typealias Line = (keys: String, commands: [String])

  /// The preset's lines.
  package var lines: [Line] {
    switch self {
    case .gnome: Self.gnomeLines
    case .vi: Self.viLines
    case .feh: Self.fehLines
    }
  }

  /// The valid values of `preset`, in words.
  package static var values: String {
    let words = (["none"] + allCases.map(\.rawValue)).map { "\"\($0)\"" }
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// Mirrored and turned by 180° is top to bottom.
  private static let flip = ["mirror", "rotate 180"]

  private static let gnomeLines: [Line] = [
    ("Right", ["next"]), ("Left", ["previous"]),
    ("Alt+Right", ["next"]), ("Alt+Left", ["previous"]),
    ("Alt+Home", ["first"]), ("Alt+End", ["last"]),
    ("Ctrl+Right", ["pan 0.1 0"]), ("Ctrl+Left", ["pan -0.1 0"]),
    ("Ctrl+Down", ["pan 0 0.1"]), ("Ctrl+Up", ["pan 0 -0.1"]),
    ("Ctrl+R", ["turn-right"]), ("Ctrl+Shift+R", ["turn-left"]),
    ("Ctrl+1", ["actual-size"]), ("2", ["zoom-to 2"]), ("Ctrl+2", ["zoom-to 2"]),
    ("3", ["zoom-to 3"]), ("Ctrl+3", ["zoom-to 3"]),
    ("F1", ["keys"]), ("Ctrl+?", ["keys"]),
  ]

  private static let viLines: [Line] = [
    ("g g", ["first"]), ("G", ["last"]), ("Ctrl+F", ["next"]), ("Ctrl+B", ["previous"]),
    ("H", ["pan -100 0"]), ("J", ["pan 0 100"]), ("K", ["pan 0 -100"]), ("L", ["pan 100 0"]),
    ("w", ["fit"]), ("W", ["actual-size"]),
    (">", ["turn-right"]), ("<", ["turn-left"]), ("|", ["mirror"]), ("_", flip),
    ("y y", ["copy-path"]), ("y i", ["copy-picture"]),
    ("d d", ["trash"]), ("u", ["undo"]), ("m", ["mark"]),
    ("o", ["open"]), ("/", ["palette"]), ("Z Z", ["quit"]), ("Z Q", ["quit"]),
    // What the first keys of the sequences do by default.
    ("g f", ["next-filter"]), ("g F", ["previous-filter"]), ("g d", ["tile-outlines"]),
  ]

  private static let fehLines: [Line] = [
    ("Right", ["next"]), ("Left", ["previous"]),
    ("Up", ["zoom-in"]), ("Down", ["zoom-out"]),
    ("*", ["actual-size"]), ("/", ["fit"]), ("!", ["fill"]),
    ("Ctrl+Right", ["pan 0.1 0"]), ("Ctrl+Left", ["pan -0.1 0"]),
    ("Ctrl+Down", ["pan 0 0.1"]), ("Ctrl+Up", ["pan 0 -0.1"]),
    ("Alt+Right", ["pan 1 0"]), ("Alt+Left", ["pan -1 0"]),
    ("Alt+Down", ["pan 0 1"]), ("Alt+Up", ["pan 0 -1"]),
    (">", ["turn-right"]), ("<", ["turn-left"]), ("|", ["mirror"]), ("_", flip),
    ("r", ["reload"]), ("v", ["full-screen"]), ("m", ["menu"]), ("s", ["save"]), ("x", ["quit"]),
    // There, Delete alone leaves the file on the disk.
    ("Delete", []), ("Ctrl+Delete", ["delete"]),
  ]
}
