import Geometry
import Glibc

/// A map from one plane to another that keeps lines straight and parallel.
///
/// A point goes to (a · x + c · y + tx, b · x + d · y + ty). y points down; tx and ty are units of
/// the plane that it leads to.
public struct AffineTransform: Hashable, Sendable {
  /// What a unit to the right adds to x.
  public var a: Double
  /// What a unit to the right adds to y.
  public var b: Double
  /// What a unit down adds to x.
  public var c: Double
  /// What a unit down adds to y.
  public var d: Double
  /// Where the origin goes, rightwards.
  public var tx: Double
  /// Where the origin goes, downwards.
  public var ty: Double

  /// A map of its numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Leaves everything where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves everything.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Makes everything larger, seen from the origin.
  public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// Makes everything larger, seen from the origin, on each axis by its own factor.
  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Turns everything around the origin, by radians, clockwise as y points down.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// This map and then another one.
  public func followed(by next: AffineTransform) -> AffineTransform {
    let origin = next.apply(Point(x: tx, y: ty))
    return AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d, tx: origin.x, ty: origin.y)
  }

  /// The map back; `nil` where everything goes to a line or a point.
  public var inverse: AffineTransform? {
    let area = determinant
    guard area != 0, area.isFinite else { return nil }
    let back = AffineTransform(
      a: d / area, b: -b / area, c: -c / area, d: a / area, tx: 0, ty: 0)
    let origin = back.apply(Point(x: tx, y: ty))
    return AffineTransform(
      a: back.a, b: back.b, c: back.c, d: back.d, tx: -origin.x, ty: -origin.y)
  }

  /// How many times larger areas get; negative where it mirrors.
  public var determinant: Double { a * d - b * c }

  /// How many times longer lines get at the most.
  public var stretch: Double {
    let sum = (a * a + b * b + c * c + d * d) / 2
    let difference = (a * a + b * b - c * c - d * d) / 2
    let cross = a * c + b * d
    return (sum + (difference * difference + cross * cross).squareRoot()).squareRoot()
  }

  /// Where a point goes.
  @inlinable
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Where a distance goes: the origin stays.
  func applyLinear(_ way: Point) -> Point {
    Point(x: a * way.x + c * way.y, y: b * way.x + d * way.y)
  }

  /// The smallest upright rectangle around where a rectangle goes.
  public func bounds(of rect: Rect) -> Rect {
    guard rect.minX <= rect.maxX, rect.minY <= rect.maxY else { return rect }
    let (x0, x1) = (a * rect.minX, a * rect.maxX)
    let (x2, x3) = (c * rect.minY, c * rect.maxY)
    let (y0, y1) = (b * rect.minX, b * rect.maxX)
    let (y2, y3) = (d * rect.minY, d * rect.maxY)
    return Rect(
      minX: min(x0, x1) + min(x2, x3) + tx, minY: min(y0, y1) + min(y2, y3) + ty,
      maxX: max(x0, x1) + max(x2, x3) + tx, maxY: max(y0, y1) + max(y2, y3) + ty)
  }
}
