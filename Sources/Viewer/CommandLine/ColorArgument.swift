import ArgumentParser
import Preferences
import Rendering

/// A colour as the command line writes it: six hexadecimal digits, with or without `#`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  /// The colour.
  let color: Backdrop.Color

  init?(argument: String) {
    guard let color = Preferences.Color(hexadecimal: argument) else { return nil }
    self.color = Backdrop.Color(color)
  }
}
