import Geometry

/// One line of text, drawn as outlines: sharp at any scale.
public struct TextRun: Hashable, Sendable {
  /// What a text is set in.
  public struct Font: Hashable, Sendable {
    /// A family's name, or several with commas between; unknown ones are replaced by what there is.
    public var family: String
    /// How bold it is.
    public var weight: Weight
    /// Whether it leans.
    public var isItalic: Bool

    /// A font of a family.
    public init(_ family: String = "sans-serif", weight: Weight = .regular, isItalic: Bool = false)
    {
      self.family = family
      self.weight = weight
      self.isItalic = isItalic
    }
  }

  /// How bold a font is, from 100 to 1000.
  public struct Weight: Hashable, Sendable {
    /// 400 is regular, 700 bold.
    public var number: Int

    /// A weight of a number.
    public init(_ number: Int) { self.number = min(max(number, 100), 1000) }

    /// Thin.
    public static let light = Weight(300)
    /// As books are set.
    public static let regular = Weight(400)
    /// A little bolder.
    public static let medium = Weight(500)
    /// Between medium and bold.
    public static let semibold = Weight(600)
    /// As headings are set.
    public static let bold = Weight(700)
    /// The boldest of most families.
    public static let black = Weight(900)
  }

  /// What of the text stands at its origin.
  public enum Alignment: Hashable, Sendable {
    /// Its left end.
    case left
    /// Its middle.
    case center
    /// Its right end.
    case right
  }

  /// What it says; line breaks count as spaces.
  public var string: String
  /// What it is set in.
  public var font: Font
  /// The font's size, in units of the drawing.
  public var size: Double
  /// A point of its base line, in units of the drawing.
  public var origin: Point
  /// What of the text stands there.
  public var alignment: Alignment
  /// What it is drawn in.
  public var paint: Paint

  /// A text at a point.
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

  /// A text of a colour at a point.
  public init(
    _ string: String, font: Font = Font(), size: Double, at origin: Point,
    alignment: Alignment = .left, color: PaintColor = .black
  ) {
    self.init(
      string, font: font, size: size, at: origin, alignment: alignment, paint: .color(color))
  }

  /// How far it runs, in units of the drawing.
  ///
  /// The text is shaped for that, once for each different string and font: some tenth of a
  /// millisecond.
  public var width: Double { TextOutline.of(self).width * size }

  /// The box around its glyphs, in units of the drawing; it is shaped for that.
  public var bounds: Rect {
    placing(TextOutline.of(self)).bounds(of: TextOutline.of(self).outline.bounds)
  }

  /// From the outline's units, where the font's size is 1, to the drawing's.
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
