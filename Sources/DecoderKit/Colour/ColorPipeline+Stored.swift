/// The two halves of a pipeline: to codes that can be set aside, and from those to the display.
extension ColorPipeline {
  /// The way of samples to straight codes of 8 bits, which no profile of the display has touched.
  func untilStored() -> ColorPipeline { ColorPipeline(firstHalfOf: self) }

  /// The way of such codes, set aside with alpha or without, to the display.
  func fromStored(hasAlpha: Bool) -> ColorPipeline {
    ColorPipeline(
      secondHalfOf: self, format: RowFormat(channels: hasAlpha ? .rgba : .rgb))
  }
}
