/// The thresholds of ordered dithering: the fraction from which a value is rounded up.
///
/// They are indexed by the lowest three bits of the row and of the column. Without dithering, tones
/// finer than the display's steps would show as bands (Bayer, "An Optimum Method for Two-Level
/// Rendition of Continuous-Tone Pictures"). `backdrop.frag` has the same numbers.
enum Dither {
  static let thresholds: [Float] = (0..<64).map { place in
    let (x, y) = (place & 7, place >> 3)
    var rank = 0
    for bit in 0..<3 {
      rank |= (((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)) << (4 - 2 * bit)
    }
    return (Float(rank) + 0.5) / 64
  }
}
