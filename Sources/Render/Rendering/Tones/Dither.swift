/// Ordered dithering: from which fraction on a value is rounded up, at each pixel of a surface, by
/// the lowest three bits of its row and of its column.
///
/// Steps finer than the display's would show as bands; spread over 8 × 8 pixels they are seen as
/// what they are (Bayer, "An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures").
/// `backdrop.frag` has the same numbers.
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
