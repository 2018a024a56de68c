import Geometry

/// A corner of a view, in which one of its parts lies.
public enum ViewCorner: Hashable, Sendable, CaseIterable {
  /// The upper left corner.
  case topLeft
  /// The upper right corner.
  case topRight
  /// The lower left corner.
  case bottomLeft
  /// The lower right corner.
  case bottomRight

  /// Returns the place of a box in this corner, with a margin to both edges, in device pixels.
  func place(_ box: PixelSize, on surface: PixelSize, margin: Int) -> PixelRect {
    let isLeft = self == .topLeft || self == .bottomLeft
    let isTop = self == .topLeft || self == .topRight
    let left = isLeft ? margin : surface.width - margin - box.width
    let top = isTop ? margin : surface.height - margin - box.height
    return PixelRect(minX: left, minY: top, maxX: left + box.width, maxY: top + box.height)
  }
}

/// The measures that the parts of a view share.
enum PartMetrics {
  /// Returns a length in device pixels for one at 96 dots per inch; at least 1.
  static func pixels(_ length: Double, _ scale: Double) -> Int {
    max(1, Int((length * min(max(scale, 0.25), 16)).rounded()))
  }

  /// Returns the distance of a part from the view's edges, in device pixels.
  static func margin(_ scale: Double) -> Int { pixels(12, scale) }
}
