/// A colour to draw with: straight, in the display's encoding, each channel from 0 to 1.
package struct DrawingColor: Hashable, Sendable {
  /// Red.
  package var red: Double
  /// Green.
  package var green: Double
  /// Blue.
  package var blue: Double
  /// Opacity.
  package var alpha: Double

  /// Creates a colour from its channels.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey from black, 0, to white, 1.
  package init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Returns the colour with its opacity multiplied by a factor.
  package func faded(by factor: Double) -> DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}
