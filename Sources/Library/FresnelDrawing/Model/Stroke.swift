/// The style of the line along a path.
public struct Stroke: Hashable, Sendable {
  /// The width of a line.
  public enum Width: Hashable, Sendable {
    /// In the drawing's units: it grows with the drawing.
    case units(Double)
    /// In pixels of the screen, at any scale.
    case pixels(Double)

    /// The number without its unit.
    public var number: Double {
      switch self {
      case .units(let width), .pixels(let width): width
      }
    }
  }

  /// The shape of a line's ends.
  public enum Cap: Hashable, Sendable {
    /// Cut off at the last point.
    case butt
    /// A half disc around the last point.
    case round
    /// Extended beyond the last point by half the width.
    case square
  }

  /// The shape of a line's corners.
  public enum Join: Hashable, Sendable {
    /// Pointed, or bevelled if the point would exceed the miter limit.
    case miter
    /// Rounded.
    case round
    /// Cut off.
    case bevel
  }

  /// The paint.
  public var paint: Paint
  /// The width.
  public var width: Width
  /// The shape of its ends.
  public var cap: Cap
  /// The shape of its corners.
  public var join: Join
  /// The maximum miter length, as a factor of the line's width.
  public var miterLimit: Double
  /// Alternating lengths of dashes and gaps, in the unit of the width; empty for a solid line.
  ///
  /// An odd number of lengths is repeated once.
  public var dashes: [Double]
  /// The offset in the dash pattern at which the line begins, in the same unit.
  public var dashPhase: Double

  /// Creates a stroke with a paint.
  public init(
    _ paint: Paint, width: Width, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10,
    dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.paint = paint
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }

  /// Creates a stroke with a colour.
  public init(
    _ color: PaintColor, width: Width, cap: Cap = .butt, join: Join = .miter,
    miterLimit: Double = 10, dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.init(
      .color(color), width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes,
      dashPhase: dashPhase)
  }

  /// The maximum distance that it extends from the path, in the unit of its width.
  var reach: Double {
    let half = max(0, width.number) / 2
    let corner = join == .miter ? max(1, miterLimit) : 1
    return half * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
