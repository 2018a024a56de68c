/// A rectangle with edges anywhere; a point on its right or bottom edge is outside.
///
/// It has the units of the space that it lies in; y points down.
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var minX: Double
  /// The top edge.
  public var minY: Double
  /// The right edge.
  public var maxX: Double
  /// The bottom edge.
  public var maxY: Double

  /// A rectangle between four edges.
  ///
  /// Edges, not sizes, are stored: neighbours share them bit for bit, so no seam opens.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle of a whole pixel area.
  public init(_ rect: PixelRect) {
    self.init(
      minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX),
      maxY: Double(rect.maxY))
  }

  /// The distance between the left and the right edge.
  public var width: Double { maxX - minX }
  /// The distance between the top and the bottom edge.
  public var height: Double { maxY - minY }
  /// Whether it has no area.
  public var isEmpty: Bool { !(maxX > minX && maxY > minY) }
  /// The point in its middle.
  public var center: Point { Point(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

  /// What both have in common; empty, with meaningless edges, where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// What is left of it without `other`: at most four rectangles that do not overlap.
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

  /// Whether the point lies inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}

extension PixelRect {
  /// The smallest rectangle of whole pixels around another; edges beyond a thousand million pixels
  /// lie there.
  public init(covering rect: Rect) {
    func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(max(-1e9, min(1e9, value.rounded(rule))))
    }
    self.init(
      minX: whole(rect.minX, .down), minY: whole(rect.minY, .down), maxX: whole(rect.maxX, .up),
      maxY: whole(rect.maxY, .up))
  }

  /// What is left of it without some others, in rectangles that do not overlap.
  public func subtracting(_ others: [PixelRect]) -> [PixelRect] {
    others.reduce([Rect(self)]) { rest, other in
      rest.flatMap { $0.subtracting(Rect(other)) }
    }.map { PixelRect(covering: $0) }
  }
}
