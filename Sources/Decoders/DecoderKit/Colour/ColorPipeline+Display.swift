import Resampling
import Tiles

extension ColorPipeline {
  /// The display's encoding curves for linear output; `nil` means sRGB.
  ///
  /// Displays described by lookup tables get sRGB output: the tables take encoded pixels.
  var displayCurves: DisplayCurves? {
    guard !working.allSatisfy(Self.isLikeSRGB) else { return nil }
    let entries = DisplayCurves.entries
    let codes = (0..<3).flatMap { channel -> [UInt16] in
      let curve = working[min(channel, working.count - 1)]
      return (0..<entries).map { index in
        let root = Double(index) / Double(entries - 1)
        return UInt16((Self.code(root * root, of: curve) * 65535).rounded())
      }
    }
    return DisplayCurves(codes: codes)
  }

  /// True if a curve equals sRGB's within rounding, as those in sRGB's own profiles do.
  private static func isLikeSRGB(_ curve: TransferCurve) -> Bool {
    if curve == .sRGB { return true }
    return (0...64).allSatisfy { step in
      let light = TransferCurve.sRGB.light(Double(step) / 64)
      return abs(code(light, of: curve) * 64 - Double(step)) < 0.01
    }
  }

  /// The sample value, 0 to 1, that a monotonic curve maps to `light`, 0 to 1.
  private static func code(_ light: Double, of curve: TransferCurve) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if curve.light(middle) < light { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
