import Resampling

/// The two halves of a pipeline: from samples to cacheable pixels, and from those to the display.
extension ColorPipeline {
  /// Converts samples to straight 8-bit codes, before the display's profile is applied.
  func untilStored() -> ColorPipeline {
    ColorPipeline(
      format: format, rowTransform: rowTransform, linearFormat: linearFormat, linear: linear,
      matrix: matrix, encoders: encoders, isIdentity: isIdentity, isStraight: true,
      working: working, scene: scene)
  }

  /// Converts cached pixels to the display: codes, or light with the display's primaries.
  func fromStored(_ pixels: StoredPixels) -> ColorPipeline {
    let format = pixels.format
    switch pixels {
    case .codes:
      return ColorPipeline(
        format: format, linearFormat: format, linear: working.map { LinearTable($0, depth: 8) },
        encoders: encoders, isIdentity: true, finish: finish, isStraight: isStraight,
        working: working)
    case .light:
      return ColorPipeline(
        format: format, linearFormat: format, linear: [LinearTable(.sRGB, depth: 32)],
        encoders: encoders, isIdentity: false, working: working, output: output)
    }
  }
}
