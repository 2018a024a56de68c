import Geometry

/// The paint of an area or a line: a colour or a gradient.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(PaintColor)
  /// A gradient.
  case gradient(Gradient)
}
