import ArgumentParser
import Geometry

/// A colour on the command line: six hexadecimal digits, with or without `#`.
struct ColorArgument: Hashable, ExpressibleByArgument {
  /// The colour.
  let color: OpaqueColor

  init?(argument: String) {
    guard let color = OpaqueColor(hexadecimal: argument) else { return nil }
    self.color = color
  }
}
