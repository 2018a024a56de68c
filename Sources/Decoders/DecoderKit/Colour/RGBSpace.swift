import Resampling

/// A chromaticity: a point of the CIE 1931 xy diagram.
package struct Chromaticity: Hashable, Sendable {
  /// The x coordinate.
  package var x: Double
  /// The y coordinate.
  package var y: Double

  /// The point (`x`, `y`).
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The colour as XYZ with Y = 1; `nil` if it is not a colour.
  var xyz: SIMD3<Double>? {
    guard x.isFinite, y.isFinite, y > 1e-4, abs(x) < 10, y < 10 else { return nil }
    return SIMD3(x / y, 1, (1 - x - y) / y)
  }
}

/// A colour space of three curves and three primaries, or of one curve for grey.
struct RGBSpace: Equatable {
  /// Curves from samples to light: red, green and blue, or one for all.
  var curves: [TransferCurve]
  /// The matrix from light to XYZ relative to D50, as in ICC profiles.
  var toXYZ: Matrix3

  func curve(_ channel: Int) -> TransferCurve { curves[min(channel, curves.count - 1)] }

  static let sRGB = RGBSpace(curves: [.sRGB], toXYZ: sRGBToXYZ)

  /// sRGB's primaries and white point.
  static let sRGBPrimaries = (
    white: Chromaticity(x: 0.3127, y: 0.3290), red: Chromaticity(x: 0.64, y: 0.33),
    green: Chromaticity(x: 0.30, y: 0.60), blue: Chromaticity(x: 0.15, y: 0.06)
  )

  private static let sRGBToXYZ =
    matrix(
      white: sRGBPrimaries.white, red: sRGBPrimaries.red, green: sRGBPrimaries.green,
      blue: sRGBPrimaries.blue) ?? .identity

  /// D50, the white that ICC profiles are relative to.
  static let d50 = SIMD3(0.9642, 1, 0.8249)

  /// The matrix from light to XYZ for the given primaries, adapted to D50 by Bradford's matrix.
  ///
  /// `nil` if the primaries span no colour space.
  static func matrix(
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity
  ) -> Matrix3? {
    guard let w = white.xyz, let r = red.xyz, let g = green.xyz, let b = blue.xyz,
      let inverse = Matrix3(r, g, b).inverse
    else { return nil }
    let amounts = inverse * w
    let native = Matrix3(r * amounts.x, g * amounts.y, b * amounts.z)

    let bradford = Matrix3(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296))
    guard let back = bradford.inverse else { return nil }
    let from = bradford * w
    guard from.min() > 1e-3 else { return nil }
    let adapted = back * (.diagonal((bradford * d50) / from) * (bradford * native))
    return adapted.isSane ? adapted : nil
  }
}

extension RGBSpace {
  /// The space that PNG's gAMA and cHRM describe; sRGB if they are invalid.
  init(gamma: Double?, matrix: Matrix3?) {
    self = .sRGB
    if let matrix, matrix.inverse != nil { toXYZ = matrix }
    guard let gamma, gamma.isFinite, gamma > 0.01, gamma < 100 else { return }
    // PNG writers use 45455 for sRGB and mean its curve, not a pure power. With primaries other
    // than sRGB's it is taken literally.
    if matrix != nil || abs(gamma - 0.45455) > 0.00006 { curves = [.power(1 / gamma)] }
  }

  /// The space of the primaries in a file; those within rounding of sRGB's become exactly sRGB's.
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

  /// True if each sample means the same in both spaces, within half of one 8-bit code.
  ///
  /// Many files embed profiles that differ from sRGB only in the last digits; their pixels are then
  /// shown unchanged, bit for bit.
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
