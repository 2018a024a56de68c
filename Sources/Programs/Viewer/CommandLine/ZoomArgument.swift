/// A zoom as the command line writes it: `fit`, a scale such as `0.5`, or `50%`.
package enum ZoomArgument: Hashable {
  /// The whole picture, never enlarged.
  case fit
  /// Device pixels per image pixel.
  case scale(Double)

  /// Reads one of these; `nil` for anything else.
  ///
  /// How large a scale may be is the picture's to say: a drawing has a larger limit than pixels.
  package init?(argument: String) {
    if argument == "fit" {
      self = .fit
      return
    }
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument) else {
      return nil
    }
    let scale = isPercent ? number / 100 : number
    guard scale.isFinite, scale > 0 else { return nil }
    self = .scale(scale)
  }
}
