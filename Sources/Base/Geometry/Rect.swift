/// A rectangle with fractional edges; points on its right or bottom edge are outside.
///
/// It has the units of its space; y points down.
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var minX: Double
  /// The top edge.
  public var minY: Double
  /// The right edge.
  public var maxX: Double
  /// The bottom edge.
  public var maxY: Double

  /// Creates a rectangle from its edges.
  ///
  /// Edges are stored, not sizes, so that neighbours share them bit for bit and no seam opens.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates a rectangle from a pixel rectangle.
  public init(_ rect: PixelRect) {
    self.init(
      minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX),
      maxY: Double(rect.maxY))
  }

  /// The distance between the left and the right edge.
  public var width: Double { maxX - minX }
  /// The distance between the top and the bottom edge.
  public var height: Double { maxY - minY }
  /// True if it has no area.
  public var isEmpty: Bool { !(maxX > minX && maxY > minY) }
  /// The centre.
  public var center: Point { Point(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// Returns the common area; empty, with meaningless edges, if there is none.
  public func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// Returns the area outside of `other` as at most four disjoint rectangles.
  public func subtracting(_ other: Rect) -> [Rect] {
    let common = intersection(other)
    guard !common.isEmpty else { return isEmpty ? [] : [self] }
    let around = [
      Rect(minX: minX, minY: minY, maxX: maxX, maxY: common.minY),
      Rect(minX: minX, minY: common.minY, maxX: common.minX, maxY: common.maxY),
      Rect(minX: common.maxX, minY: common.minY, maxX: maxX, maxY: common.maxY),
      Rect(minX: minX, minY: common.maxY, maxX: maxX, maxY: maxY),
    ]
    return around.filter { !$0.isEmpty }
  }

  /// True if a point is inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}

extension PixelRect {
  /// Creates the smallest pixel rectangle that covers another; edges are clamped to ±10⁹.
  public init(covering rect: Rect) {
    func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(max(-1e9, min(1e9, value.rounded(rule))))
    }
    self.init(
      minX: whole(rect.minX, .down), minY: whole(rect.minY, .down), maxX: whole(rect.maxX, .up),
      maxY: whole(rect.maxY, .up))
  }

  /// Returns the area outside of the others as disjoint rectangles.
  public func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    others.reduce([Rect(self)]) { rest, other in
      rest.flatMap { $0.subtracting(Rect(other)) }
    }.map { PixelRect(covering: $0) }
  }
}
