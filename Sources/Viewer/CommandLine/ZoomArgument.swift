/// A zoom as the command line writes it: `fit`, a scale such as `0.5`, or `50%`.
package enum ZoomArgument: Hashable {
  /// The whole picture, never enlarged.
  case fit
  /// Device pixels per image pixel.
  case scale(Double)

  /// The largest scale that can be asked for.
  static let largest = 64.0

  /// Reads one of these; `nil` for anything else.
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
    guard scale.isFinite, scale > 0, scale <= Self.largest else { return nil }
    self = .scale(scale)
  }
}
