import Resampling

extension RGBSpace {
  /// The space that PNG's gAMA and cHRM describe; sRGB where they make no sense.
  init(gamma: Double?, matrix: Matrix3?) {
    self = .sRGB
    if let matrix, matrix.inverse != nil { toXYZ = matrix }
    guard let gamma, gamma.isFinite, gamma > 0.01, gamma < 100 else { return }
    // 45455 is how PNG files say sRGB: their writers mean its curve, not a pure power. With other
    // primaries than sRGB's it means what it says.
    if matrix != nil || abs(gamma - 0.45455) > 0.00006 { curves = [.power(1 / gamma)] }
  }

  /// The space of primaries that a file names; those of sRGB within rounding are sRGB's.
  init(
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity,
    gamma: Double?
  ) {
    let known = Self.sRGBPrimaries
    let pairs = [
      (white, known.white), (red, known.red), (green, known.green), (blue, known.blue),
    ]
    let isSRGB = pairs.allSatisfy { abs($0.x - $1.x) < 0.001 && abs($0.y - $1.y) < 0.001 }
    let matrix = isSRGB ? nil : Self.matrix(white: white, red: red, green: green, blue: blue)
    self.init(gamma: gamma, matrix: matrix)
  }

  /// Whether each sample means the same here and in `other`, within half of one of 255 codes.
  ///
  /// Files are full of profiles that are sRGB in all but the last digits; their pixels are shown
  /// as they are stored, bit for bit.
  func isIndistinguishable(from other: RGBSpace, encoders: [EncodeTable], gray: Bool) -> Bool {
    if self == other { return true }
    guard let inverse = other.toXYZ.inverse else { return false }
    func differs(_ code: Int, _ light: Double, _ channel: Int) -> Bool {
      let shown = encoders[min(channel, encoders.count - 1)].code(Float(min(max(light, 0), 1)))
      return abs(Double(shown) - Double(code)) >= 0.5
    }
    for code in 0...255 {
      for channel in 0..<3
      where differs(code, curve(channel).light(Double(code) / 255), channel) { return false }
    }
    if gray { return true }
    let matrix = inverse * toXYZ
    let grid = [0, 51, 102, 153, 204, 255]
    for red in grid {
      for green in grid {
        for blue in grid {
          let light = SIMD3(
            curve(0).light(Double(red) / 255), curve(1).light(Double(green) / 255),
            curve(2).light(Double(blue) / 255))
          let shown = matrix * light
          if differs(red, shown.x, 0) || differs(green, shown.y, 1) || differs(blue, shown.z, 2) {
            return false
          }
        }
      }
    }
    return true
  }
}
