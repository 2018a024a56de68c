import Geometry

/// One line of text, drawn as outlines: sharp at any scale.
public struct TextRun: Hashable, Sendable {
  /// The font of a text.
  public struct Font: Hashable, Sendable {
    /// A family's name, or several separated by commas; unknown ones are replaced by an available
    /// family.
    public var family: String
    /// The weight.
    public var weight: Weight
    /// True for italic.
    public var isItalic: Bool

    /// Creates a font of a family.
    public init(_ family: String = "sans-serif", weight: Weight = .regular, isItalic: Bool = false)
    {
      self.family = family
      self.weight = weight
      self.isItalic = isItalic
    }
  }

  /// The weight of a font, from 100 to 1000.
  public struct Weight: Hashable, Sendable {
    /// 400 is regular, 700 bold.
    public var number: Int

    /// Creates a weight from a number, clamped to the range.
    public init(_ number: Int) { self.number = min(max(number, 100), 1000) }

    /// Light, 300.
    public static let light = Weight(300)
    /// Regular, 400.
    public static let regular = Weight(400)
    /// Medium, 500.
    public static let medium = Weight(500)
    /// Semibold, 600.
    public static let semibold = Weight(600)
    /// Bold, 700.
    public static let bold = Weight(700)
    /// Black, 900, the boldest of most families.
    public static let black = Weight(900)
  }

  /// The point of the text that is placed at its origin.
  public enum Alignment: Hashable, Sendable {
    /// The left end.
    case left
    /// The middle.
    case center
    /// The right end.
    case right
  }

  /// The text; line breaks count as spaces.
  public var string: String
  /// The font.
  public var font: Font
  /// The font size in the drawing's units.
  public var size: Double
  /// The origin on the base line, in the drawing's units.
  public var origin: Point
  /// The alignment at the origin.
  public var alignment: Alignment
  /// The paint.
  public var paint: Paint

  /// Creates a text at a point.
  public init(
    _ string: String, font: Font = Font(), size: Double, at origin: Point,
    alignment: Alignment = .left, paint: Paint
  ) {
    self.string = string
    self.font = font
    self.size = size
    self.origin = origin
    self.alignment = alignment
    self.paint = paint
  }

  /// Creates a text of a colour at a point.
  public init(
    _ string: String, font: Font = Font(), size: Double, at origin: Point,
    alignment: Alignment = .left, color: PaintColor = .black
  ) {
    self.init(
      string, font: font, size: size, at: origin, alignment: alignment, paint: .color(color))
  }

  /// The text's advance width, in the drawing's units.
  ///
  /// This shapes the text, once for each string and font, which takes about 0.1 ms.
  public var width: Double { TextOutline.of(self).width * size }

  /// The bounding box of its glyphs, in the drawing's units; this shapes the text.
  public var bounds: Rect {
    placing(TextOutline.of(self)).bounds(of: TextOutline.of(self).outline.bounds)
  }

  /// Returns the transform from the outline's units, with a font size of 1, to the drawing's.
  func placing(_ outline: TextOutline) -> AffineTransform {
    let back: Double =
      switch alignment {
      case .left: 0
      case .center: outline.width / 2
      case .right: outline.width
      }
    return AffineTransform(
      a: size, b: 0, c: 0, d: size, tx: origin.x - back * size, ty: origin.y)
  }
}
