/// How many samples of one axis become how few: a box reduction by a whole number, then Lanczos 3.
///
/// The box takes the factor down to between 2 and 3 where it is 4 or more, as libvips does. Lanczos
/// alone would read each sample six times whatever the factor; the box reads it once, and what it
/// aliases stays some 55 dB below the picture.
struct AxisReduction: Equatable {
  /// Samples that are fed.
  let source: Int
  /// Pixels that come out.
  let level: Int
  /// Samples of one box.
  let box: Int
  /// Boxes; the last one is filled up with copies of the last sample.
  let boxed: Int
  /// Boxes for each pixel.
  let ratio: Double

  init(source: Int, level: Int) {
    precondition(source > 0 && level > 0, "an axis has samples")
    self.source = source
    self.level = level
    let whole = Double(source) / Double(level)
    box = whole >= 4 ? Int(whole / 2) : 1
    boxed = source / box + (source % box == 0 ? 0 : 1)
    ratio = whole / Double(box)
  }

  /// Whether each pixel is a sample.
  var isExact: Bool { source == level }

  /// Boxes that the kernel reaches on each side of a pixel.
  var support: Double { LanczosKernel.reach * max(ratio, 1) }

  /// The most boxes that one pixel is made of: as many whole numbers lie between two ends, which
  /// may have been rounded outwards by a hair.
  var mostTaps: Int { isExact ? 1 : min(boxed, Int(2 * support + 1e-6) + 1) }

  /// The middle of a pixel, in boxes; the middle of the first box is 0.
  private func center(_ pixel: Int) -> Double { (Double(pixel) + 0.5) * ratio - 0.5 }

  /// The boxes that a pixel is made of.
  func taps(_ pixel: Int) -> Range<Int> {
    if isExact { return pixel..<(pixel + 1) }
    let center = center(pixel)
    let lower = min(max(Int((center - support).rounded(.up)), 0), boxed - 1)
    let upper = min(max(Int((center + support).rounded(.down)) + 1, lower + 1), boxed)
    return lower..<upper
  }

  /// The boxes that the pixels of a range are made of.
  func taps(_ pixels: Range<Int>) -> Range<Int> {
    guard let last = pixels.last else { return 0..<0 }
    return taps(pixels.lowerBound).lowerBound..<taps(last).upperBound
  }

  /// The samples in a range of boxes.
  func samples(_ boxes: Range<Int>) -> Range<Int> {
    min(boxes.lowerBound * box, source)..<min(boxes.upperBound * box, source)
  }

  /// Copies of the last sample that fill up the last box.
  var padding: Int { boxed * box - source }

  /// Writes the weights of `taps(pixel)`; they add up to one.
  ///
  /// Beyond the edges the first and the last box repeat without end.
  func weights(_ pixel: Int, into weights: UnsafeMutablePointer<Float>) {
    let taps = taps(pixel)
    precondition(taps.count <= mostTaps, "the weights have room")
    if isExact {
      weights[0] = 1
      return
    }
    let center = center(pixel)
    let scale = 1 / max(ratio, 1)
    let first = Int((center - support).rounded(.up))
    let last = Int((center + support).rounded(.down))
    func weight(_ tap: Int) -> Double { LanczosKernel.value((Double(tap) - center) * scale) }
    var sum = 0.0
    for tap in min(first, taps.lowerBound)...max(last, taps.upperBound - 1) { sum += weight(tap) }
    let normal = 1 / sum
    for tap in taps {
      var value = weight(tap)
      if tap == taps.lowerBound {
        for beyond in stride(from: first, to: tap, by: 1) { value += weight(beyond) }
      }
      if tap == taps.upperBound - 1 {
        for beyond in stride(from: tap + 1, through: last, by: 1) { value += weight(beyond) }
      }
      weights[tap - taps.lowerBound] = Float(value * normal)
    }
  }
}
