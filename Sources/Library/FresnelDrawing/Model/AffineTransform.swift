import Geometry
import Glibc
import Outlines

/// An affine transform: it keeps lines straight and parallel.
///
/// It maps (x, y) to (a · x + c · y + tx, b · x + d · y + ty). y points down; tx and ty are in
/// units of the target plane.
public struct AffineTransform: Hashable, Sendable {
  /// The contribution of x to x.
  public var a: Double
  /// The contribution of x to y.
  public var b: Double
  /// The contribution of y to x.
  public var c: Double
  /// The contribution of y to y.
  public var d: Double
  /// The translation of x.
  public var tx: Double
  /// The translation of y.
  public var ty: Double

  /// Creates a transform from its coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The identity.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns a translation.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a scaling around the origin.
  public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// Returns a scaling around the origin, with a factor for each axis.
  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns a rotation around the origin by an angle in radians, clockwise as y points down.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Returns this transform followed by another.
  public func followed(by next: AffineTransform) -> AffineTransform {
    let origin = next.apply(Point(x: tx, y: ty))
    return AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d, tx: origin.x, ty: origin.y)
  }

  /// The inverse; `nil` if everything maps to a line or a point.
  public var inverse: AffineTransform? {
    let area = determinant
    guard area != 0, area.isFinite else { return nil }
    let back = AffineTransform(
      a: d / area, b: -b / area, c: -c / area, d: a / area, tx: 0, ty: 0)
    let origin = back.apply(Point(x: tx, y: ty))
    return AffineTransform(
      a: back.a, b: back.b, c: back.c, d: back.d, tx: -origin.x, ty: -origin.y)
  }

  /// The factor by which areas grow; negative if it mirrors.
  public var determinant: Double { linear.determinant }

  /// The maximum factor by which lengths grow.
  public var stretch: Double { linear.stretch }

  /// Returns the image of a point.
  @inlinable
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Returns the image of a vector, without the translation.
  func applyLinear(_ way: Point) -> Point { linear.apply(way) }

  /// Returns the bounding box of a rectangle's image.
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
