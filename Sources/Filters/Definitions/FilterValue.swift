/// The value of a parameter; its case is that of the parameter's kind.
package enum FilterValue: Hashable, Sendable {
  /// A number.
  case float(Double)
  /// A whole number.
  case int(Int)
  /// On or off.
  case bool(Bool)
  /// The place of the chosen name among the parameter's options.
  case option(Int)
  /// A colour.
  case color(FilterColor)
  /// A colour table, or `nil` while no file is chosen: the filter changes nothing then.
  case file(FilterFile?)
}

/// A colour as people write it: straight, in the display's encoding, each channel from 0 to 1.
package struct FilterColor: Hashable, Sendable {
  /// Red.
  package var red: Double
  /// Green.
  package var green: Double
  /// Blue.
  package var blue: Double
  /// Opacity.
  package var alpha: Double

  /// A colour of its channels.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// A file that a parameter names, read.
package struct FilterFile: Hashable, Sendable {
  /// Its name as it was given; bytes, without a zero.
  package var path: [UInt8]
  /// What is in it.
  package var table: CubeTable

  /// A file that has been read.
  package init(path: [UInt8], table: CubeTable) {
    self.path = path
    self.table = table
  }
}
