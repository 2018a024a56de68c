import Resampling

/// The two halves of a pipeline: to codes that can be cached, and from those to the display.
extension ColorPipeline {
  /// The way of samples to straight codes of 8 bits, which no profile of the display has touched.
  func untilStored() -> ColorPipeline {
    ColorPipeline(
      format: format, rowTransform: rowTransform, linearFormat: linearFormat, linear: linear,
      matrix: matrix, encoders: encoders, isIdentity: isIdentity, isStraight: true,
      working: working, scene: scene)
  }

  /// The way of what has been cached to the display: such codes, or light that is the display's.
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
