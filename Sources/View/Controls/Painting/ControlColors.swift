import Geometry

/// The colours of panels; greys, so that they don't affect how the picture's colours are perceived.
enum ControlColors {
  static let background = PaintColor(red: 0.075, green: 0.077, blue: 0.084, alpha: 0.92)
  /// The background of toolbars, through which the picture can be seen.
  static let bar = PaintColor(red: 0.075, green: 0.077, blue: 0.084, alpha: 0.82)
  static let edge = PaintColor(white: 1, alpha: 0.10)
  static let separator = PaintColor(white: 1, alpha: 0.09)
  static let card = PaintColor(white: 1, alpha: 0.055)
  static let field = PaintColor(white: 1, alpha: 0.09)
  static let hover = PaintColor(white: 1, alpha: 0.07)
  static let track = PaintColor(white: 1, alpha: 0.17)
  static let tick = PaintColor(white: 1, alpha: 0.42)
  static let thumb = PaintColor(white: 0.96)
  static let shade = PaintColor(white: 0, alpha: 0.45)
  static let bright = PaintColor(white: 0.97)
  static let text = PaintColor(white: 0.86)
  static let dim = PaintColor(white: 0.60)
  static let accent = PaintColor(red: 0.40, green: 0.64, blue: 0.98)
  static let selected = PaintColor(red: 0.40, green: 0.64, blue: 0.98, alpha: 0.17)
  static let warning = PaintColor(red: 1, green: 0.80, blue: 0.52)
  static let warningField = PaintColor(red: 1, green: 0.62, blue: 0.20, alpha: 0.15)
}
