import Geometry

/// The value of a parameter; its case is that of the parameter's kind.
package enum FilterValue: Hashable, Sendable {
  /// A number.
  case float(Double)
  /// An integer.
  case int(Int)
  /// On or off.
  case bool(Bool)
  /// The index of the chosen option.
  case option(Int)
  /// A colour.
  case color(PaintColor)
  /// A colour table, or `nil` while no file is chosen: the filter changes nothing then.
  case file(FilterFile?)
}
