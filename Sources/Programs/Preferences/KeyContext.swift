/// A state of the window in which keys may have other commands, as a table in `[keys]` gives them.
///
/// Later cases replace the keys of earlier ones.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  /// The window is in full screen.
  case fullScreen = "full-screen"
  /// An animation is on the screen.
  case animation
}
