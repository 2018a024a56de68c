import TestSupport

extension TestPicture {
  /// A chart of colours that filters must get right, in four tiles; see `chartColour`.
  ///
  /// The left half is opaque; the right half has the same colours in other places with every alpha.
  static func chart(seed: UInt64 = 20) -> TestPicture {
    var random = SeededNumbers(seed: seed)
    let noise = (0..<chartEdge * chartEdge).map { _ in
      let word = random.next()
      return RGBA(
        UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8),
        UInt8(truncatingIfNeeded: word >> 16), 255)
    }
    return TestPicture(2 * chartEdge, chartEdge + 64) { x, y in
      let isOpaque = x < chartEdge
      let column = isOpaque ? x : 2 * chartEdge - 1 - x
      var color =
        y < 64
        ? chartColour(column, y) : noise[(y - 64) * chartEdge + column]
      if !isOpaque { color.w = UInt8((x &* 7 &+ y &* 13) & 255) }
      return color
    }
  }

  /// The columns of each half of the chart.
  static let chartEdge = 160

  /// Bands of four rows: greys, ramps of primaries and secondaries, pastels, skin tones, hues,
  /// near-white and near-black colours.
  private static func chartColour(_ x: Int, _ y: Int) -> RGBA {
    let ramp = UInt8(x * 255 / (chartEdge - 1))
    let rest = 255 - ramp
    switch y / 4 {
    case 0: return RGBA(ramp, ramp, ramp, 255)
    case 1: return RGBA(UInt8(x), UInt8(x), UInt8(x), 255)
    case 2: return RGBA(UInt8(95 + x), UInt8(95 + x), UInt8(95 + x), 255)
    case 3: return RGBA(ramp, 0, 0, 255)
    case 4: return RGBA(0, ramp, 0, 255)
    case 5: return RGBA(0, 0, ramp, 255)
    case 6: return RGBA(ramp, ramp, 0, 255)
    case 7: return RGBA(0, ramp, ramp, 255)
    case 8: return RGBA(ramp, 0, ramp, 255)
    case 9: return RGBA(255, ramp, rest, 255)
    case 10: return RGBA(rest, 255, ramp, 255)
    case 11: return RGBA(ramp, rest, 255, 255)
    case 12: return RGBA(200 + ramp / 8, 232 - ramp / 8, 210 + rest / 8, 255)
    case 13: return skins[x * skins.count / chartEdge]
    case 14: return RGBA(255 - UInt8(x % 8), 255 - UInt8(x / 8 % 8), 254, 255)
    default: return RGBA(UInt8(x % 8), UInt8(x / 8 % 8), 1, 255)
    }
  }

  // The ten tones of the Monk Skin Tone scale (Ellis Monk and Google, 2022).
  private static let skins: [RGBA] = [
    RGBA(246, 237, 228, 255), RGBA(243, 231, 219, 255), RGBA(247, 234, 208, 255),
    RGBA(234, 218, 186, 255), RGBA(215, 189, 150, 255), RGBA(160, 126, 86, 255),
    RGBA(130, 92, 67, 255), RGBA(96, 65, 52, 255), RGBA(58, 49, 42, 255), RGBA(41, 36, 32, 255),
  ]
}
