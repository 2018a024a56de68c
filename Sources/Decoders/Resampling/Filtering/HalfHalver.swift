/// Halves rows of light in half floats: each pixel is the mean of four.
///
/// Each level is made from the rounded one before. Half floats have relative steps of 1/2048, and
/// later averaging reduces earlier rounding errors, so they do not add up. Not thread-safe.
package final class HalfHalver {
  /// Values per pixel.
  package let channels: Int
  private let first = ScratchBuffer<Float>(count: HalfHalver.chunk * 8, zero: 0)
  private let second = ScratchBuffer<Float>(count: HalfHalver.chunk * 8, zero: 0)
  private let means = ScratchBuffer<Float>(count: HalfHalver.chunk * 4, zero: 0)

  /// Pixels made at once: their light stays in the first-level cache.
  private static let chunk = 192

  /// A halver for pixels of one to four values.
  package init(channels: Int) {
    precondition((1...4).contains(channels), "a pixel has one to four values")
    self.channels = channels
  }

  /// Makes a row of half the width from two of `count` pixels; an odd last column counts twice.
  package func halve(
    _ upper: UnsafePointer<UInt16>, _ lower: UnsafePointer<UInt16>,
    into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let width = (count + 1) / 2
    for start in Swift.stride(from: 0, to: width, by: Self.chunk) {
      let made = min(Self.chunk, width - start)
      let read = min(2 * made, count - 2 * start)
      HalfRows.read(upper + 2 * start * channels, into: first.base, count: read * channels)
      HalfRows.read(lower + 2 * start * channels, into: second.base, count: read * channels)
      if read < 2 * made {
        let last = (read - 1) * channels
        (first.base + last + channels).update(from: first.base + last, count: channels)
        (second.base + last + channels).update(from: second.base + last, count: channels)
      }
      switch channels {
      case 1: average(made, 1)
      case 2: average(made, 2)
      case 3: average(made, 3)
      default: average(made, 4)
      }
      HalfRows.write(means.base, into: target + start * channels, count: made * channels)
    }
  }

  @inline(__always)
  private func average(_ count: Int, _ channels: Int) {
    let (first, second, means) = (first.base, second.base, means.base)
    for pixel in 0..<count {
      let left = 2 &* pixel &* channels
      for channel in 0..<channels {
        let here = left &+ channel
        let upper = first[here] + first[here &+ channels]
        let lower = second[here] + second[here &+ channels]
        means[pixel &* channels &+ channel] = (upper + lower) * 0.25
      }
    }
  }
}
