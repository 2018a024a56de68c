/// Why a display, or a window on it, cannot be used.
package enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display is named: `DISPLAY` is not set.
  case notNamed
  /// The named display does not answer, or refuses this user.
  case notReachable(String)
  /// The display was there, and went away before the window was made.
  case lost
  /// The server refused to make a window; the number is X's error code.
  case windowRefused(Int)
  /// There is no window of this number to lie in.
  case noHost(UInt)

  /// One sentence for the user.
  package var description: String {
    switch self {
    case .notNamed: "there is no display to show a window on (DISPLAY is not set)"
    case .notReachable(let name): "the display \(name) cannot be opened"
    case .lost: "the connection to the X server was lost"
    case .noHost(let window): "there is no window \(window) to show anything in"
    case .windowRefused(let code): "the X server refused to make a window (error \(code))"
    }
  }
}
