import Geometry

/// What fills an area or colours a line.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(PaintColor)
  /// A gradient.
  case gradient(Gradient)
}
