/// A colour to draw with: straight, in the display's encoding, each channel from 0 to 1.
public struct DrawingColor: Hashable, Sendable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// Opacity.
  public var alpha: Double

  /// A colour of its channels.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A grey from black, 0, to white, 1.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// The same colour with its opacity multiplied.
  public func faded(by factor: Double) -> DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}
