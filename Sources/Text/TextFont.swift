/// The three ways that text looks in a panel.
enum TextFont {
  case title
  case body
  case key

  /// Device pixels from baseline to baseline, nearly, at scale 1.
  var size: Double { self == .title ? 15 : 13 }

  var weight: Int32 { self == .body ? PangoFunctions.weightNormal : PangoFunctions.weightBold }
}
