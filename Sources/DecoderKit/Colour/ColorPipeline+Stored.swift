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

  /// The way of such codes, cached with alpha or without, to the display.
  func fromStored(hasAlpha: Bool) -> ColorPipeline {
    let format = RowFormat(channels: hasAlpha ? .rgba : .rgb)
    return ColorPipeline(
      format: format, linearFormat: format, linear: working.map { LinearTable($0, depth: 8) },
      encoders: encoders, isIdentity: true, finish: finish, isStraight: isStraight,
      working: working)
  }
}
