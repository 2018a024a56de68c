import Geometry

/// The value of a parameter, in the case of the parameter's kind.
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
  /// A colour table; `nil` if no file is chosen, so that the filter has no effect.
  case file(FilterFile?)
}
