/// The reduction of one axis: a box filter by an integer, then Lanczos 3.
///
/// For factors of 4 or more, the box leaves a factor between 2 and 3, as in libvips. Lanczos alone
/// would read each sample six times whatever the factor; the box reads it once, and its aliasing
/// stays about 55 dB below the picture.
struct AxisReduction: Equatable {
  /// The number of input samples.
  let source: Int
  /// The number of output pixels.
  let level: Int
  /// Samples per box.
  let box: Int
  /// The number of boxes; the last one is padded with copies of the last sample.
  let boxed: Int
  /// Boxes per pixel.
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

  /// True if each pixel is one sample.
  var isExact: Bool { source == level }

  /// The kernel's reach on each side of a pixel, in boxes.
  var support: Double { LanczosKernel.reach * max(ratio, 1) }

  /// The maximum number of boxes in one pixel: the number of integers between two ends, which may
  /// have been rounded outwards slightly.
  var mostTaps: Int { isExact ? 1 : min(boxed, Int(2 * support + 1e-6) + 1) }

  /// A pixel's centre in boxes; the first box's centre is 0.
  private func center(_ pixel: Int) -> Double { (Double(pixel) + 0.5) * ratio - 0.5 }

  /// The boxes that a pixel is made from.
  func taps(_ pixel: Int) -> Range<Int> {
    if isExact { return pixel..<(pixel + 1) }
    let center = center(pixel)
    let lower = min(max(Int((center - support).rounded(.up)), 0), boxed - 1)
    let upper = min(max(Int((center + support).rounded(.down)) + 1, lower + 1), boxed)
    return lower..<upper
  }

  /// The boxes that a range of pixels is made from.
  func taps(_ pixels: Range<Int>) -> Range<Int> {
    guard let last = pixels.last else { return 0..<0 }
    return taps(pixels.lowerBound).lowerBound..<taps(last).upperBound
  }

  func samples(_ boxes: Range<Int>) -> Range<Int> {
    min(boxes.lowerBound * box, source)..<min(boxes.upperBound * box, source)
  }

  /// The copies of the last sample that pad the last box.
  var padding: Int { boxed * box - source }

  /// Writes the weights of `taps(pixel)`; they sum to one.
  ///
  /// Beyond the edges the first and the last box repeat.
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
