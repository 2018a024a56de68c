/// The value of a parameter; its case is that of the parameter's kind.
public enum FilterValue: Hashable, Sendable {
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
public struct FilterColor: Hashable, Sendable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// Opacity.
  public var alpha: Double

  /// A colour of its channels.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// A file that a parameter names, read.
public struct FilterFile: Hashable, Sendable {
  /// Its name as it was given; bytes, without a zero.
  public var path: [UInt8]
  /// What is in it.
  public var table: CubeTable

  /// A file that has been read.
  public init(path: [UInt8], table: CubeTable) {
    self.path = path
    self.table = table
  }
}
