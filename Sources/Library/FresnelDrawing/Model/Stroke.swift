/// How a path's line is drawn.
public struct Stroke: Hashable, Sendable {
  /// How wide a line is.
  public enum Width: Hashable, Sendable {
    /// In the drawing's units: it grows with the drawing.
    case units(Double)
    /// In pixels of the screen, whatever the scale.
    case pixels(Double)

    /// The number alone.
    public var number: Double {
      switch self {
      case .units(let width), .pixels(let width): width
      }
    }
  }

  /// How lines end.
  public enum Cap: Hashable, Sendable {
    /// At their last point.
    case butt
    /// With half a disc around it.
    case round
    /// Half their width beyond it.
    case square
  }

  /// How two pieces of a line meet.
  public enum Join: Hashable, Sendable {
    /// In a point, or bevelled where it would be longer than the miter limit allows.
    case miter
    /// In a disc.
    case round
    /// Cut off.
    case bevel
  }

  /// What it is drawn in.
  public var paint: Paint
  /// How wide it is.
  public var width: Width
  /// How its ends look.
  public var cap: Cap
  /// How its corners look.
  public var join: Join
  /// The longest miter, as a factor of the line's width.
  public var miterLimit: Double
  /// Lengths drawn and left out by turns, in the unit of the width; empty is a line without gaps.
  ///
  /// An odd number of them counts twice.
  public var dashes: [Double]
  /// Where in the dashes the line begins, in the same unit.
  public var dashPhase: Double

  /// A line of a paint.
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

  /// A line of a colour.
  public init(
    _ color: PaintColor, width: Width, cap: Cap = .butt, join: Join = .miter,
    miterLimit: Double = 10, dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.init(
      .color(color), width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes,
      dashPhase: dashPhase)
  }

  /// How far it reaches from the path at the most, in the unit of its width.
  var reach: Double {
    let half = max(0, width.number) / 2
    let corner = join == .miter ? max(1, miterLimit) : 1
    return half * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
