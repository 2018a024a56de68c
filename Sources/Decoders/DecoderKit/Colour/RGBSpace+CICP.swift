import Resampling

/// Coding-independent code points: numbers for primaries and transfer functions (ITU-T H.273).
extension RGBSpace {
  /// The colour space for two code points; sRGB if they are unknown, unspecified or no colour
  /// space.
  ///
  /// If `isLight`, HDR curves keep their values above white; otherwise they are tone-mapped for an
  /// SDR display.
  init(cicpPrimaries primaries: Int, transfer: Int, isLight: Bool = false) {
    self = .sRGB
    if let known = Self.primaries(cicp: primaries),
      let matrix = Self.matrix(
        white: known.white, red: known.red, green: known.green, blue: known.blue)
    {
      toXYZ = matrix
    }
    curves = [Self.curve(cicp: transfer, isLight: isLight)]
  }

  /// The luminance of each primary, for a white of 1.
  static func luminance(cicp number: Int) -> SIMD3<Double> {
    let known = primaries(cicp: number) ?? sRGBPrimaries
    guard let white = known.white.xyz, let red = known.red.xyz, let green = known.green.xyz,
      let blue = known.blue.xyz, let inverse = Matrix3(red, green, blue).inverse
    else { return SIMD3(0.2126, 0.7152, 0.0722) }
    // Each primary has a Y of 1 here, so its amount is its luminance.
    return inverse * white
  }

  private typealias Primaries = (
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity
  )

  /// H.273, table 2; `nil` for unknown numbers and for BT.709, whose primaries are sRGB's.
  private static func primaries(cicp number: Int) -> Primaries? {
    let d65 = Chromaticity(x: 0.3127, y: 0.3290)
    let illuminantC = Chromaticity(x: 0.310, y: 0.316)
    func primaries(_ white: Chromaticity, _ xy: [Double]) -> Primaries {
      (
        white, Chromaticity(x: xy[0], y: xy[1]), Chromaticity(x: xy[2], y: xy[3]),
        Chromaticity(x: xy[4], y: xy[5])
      )
    }
    switch number {
    case 4: return primaries(illuminantC, [0.67, 0.33, 0.21, 0.71, 0.14, 0.08])  // BT.470 M
    case 5: return primaries(d65, [0.64, 0.33, 0.29, 0.60, 0.15, 0.06])  // BT.470 BG
    case 6, 7: return primaries(d65, [0.630, 0.340, 0.310, 0.595, 0.155, 0.070])  // BT.601, 240 M
    case 8: return primaries(illuminantC, [0.681, 0.319, 0.243, 0.692, 0.145, 0.049])  // film
    case 9: return primaries(d65, [0.708, 0.292, 0.170, 0.797, 0.131, 0.046])  // BT.2020
    case 11:  // DCI-P3
      return primaries(
        Chromaticity(x: 0.314, y: 0.351), [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    case 12: return primaries(d65, [0.680, 0.320, 0.265, 0.690, 0.150, 0.060])  // Display P3
    case 22: return primaries(d65, [0.630, 0.340, 0.295, 0.605, 0.155, 0.077])  // EBU 3213-E
    default: return nil
    }
  }

  /// H.273, table 3.
  ///
  /// The curves of video cameras (BT.709, BT.601, BT.2020) describe how light was recorded. They
  /// are displayed with sRGB's curve, as in browsers, so that a picture looks the same whichever of
  /// them a converter wrote.
  private static func curve(cicp number: Int, isLight: Bool) -> TransferCurve {
    switch number {
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    case 16 where isLight: .sampled(HighDynamicRange.perceptualQuantizerLight)
    case 16: .sampled(HighDynamicRange.perceptualQuantizer)
    case 17: .power(2.6)
    case 18: .sampled(HighDynamicRange.hybridLogGammaScene)
    default: .sRGB
    }
  }
}
