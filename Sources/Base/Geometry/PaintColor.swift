/// A colour for drawing: channels from 0 to 1, not premultiplied.
///
/// It is sRGB in drawings, and in the display's own encoding in panels and filters.
public struct PaintColor: Hashable, Sendable {
  /// Red, 0 to 1.
  public var red: Double
  /// Green, 0 to 1.
  public var green: Double
  /// Blue, 0 to 1.
  public var blue: Double
  /// The opacity, 0 to 1.
  public var alpha: Double

  /// Creates a colour from its components; opaque by default.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey; 0 is black and 1 white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Creates an opaque colour from 0xRRGGBB, as in CSS.
  public init(hex: UInt32, alpha: Double = 1) {
    func part(_ shift: UInt32) -> Double { Double(hex >> shift & 255) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// Black.
  public static let black = PaintColor(white: 0)
  /// White.
  public static let white = PaintColor(white: 1)
  /// Fully transparent.
  public static let clear = PaintColor(white: 0, alpha: 0)

  /// Returns the colour with its opacity multiplied by a factor.
  public func faded(by factor: Double) -> PaintColor {
    PaintColor(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// Returns a mix with another colour, of which `share` is the fraction, 0 to 1.
  package func mixed(with other: PaintColor, _ share: Double) -> PaintColor {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return PaintColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
