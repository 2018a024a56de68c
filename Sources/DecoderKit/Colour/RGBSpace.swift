import Resampling

/// A colour space that three curves and three primaries describe (or one curve: greys).
struct RGBSpace: Equatable {
  /// From samples to light: red, green and blue, or one for all three.
  var curves: [TransferCurve]
  /// From light to XYZ as ICC profiles have it, relative to D50.
  var toXYZ: Matrix3

  func curve(_ channel: Int) -> TransferCurve { curves[min(channel, curves.count - 1)] }

  static let sRGB = RGBSpace(curves: [.sRGB], toXYZ: sRGBToXYZ)

  /// sRGB's primaries and white, as PNG and everybody write them.
  static let sRGBPrimaries = (
    white: Chromaticity(x: 0.3127, y: 0.3290), red: Chromaticity(x: 0.64, y: 0.33),
    green: Chromaticity(x: 0.30, y: 0.60), blue: Chromaticity(x: 0.15, y: 0.06)
  )

  private static let sRGBToXYZ =
    matrix(
      white: sRGBPrimaries.white, red: sRGBPrimaries.red, green: sRGBPrimaries.green,
      blue: sRGBPrimaries.blue) ?? .identity

  /// From light to XYZ for some primaries, the white adapted to D50 by Bradford's matrix.
  ///
  /// `nil` where the primaries span no colour space.
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
    let d50 = SIMD3(0.9642, 1, 0.8249)
    let from = bradford * w
    guard from.min() > 1e-3 else { return nil }
    let adapted = back * (.diagonal((bradford * d50) / from) * (bradford * native))
    return adapted.isSane ? adapted : nil
  }
}
