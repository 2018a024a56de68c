import Resampling
import Tiles

extension ColorPipeline {
  /// How the display encodes the light that comes out; `nil` as sRGB.
  ///
  /// A display that tables describe gets what an sRGB one would: they are for finished pixels.
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

  /// Whether a curve is sRGB's but for rounding, as those of sRGB's own profiles are.
  private static func isLikeSRGB(_ curve: TransferCurve) -> Bool {
    if curve == .sRGB { return true }
    return (0...64).allSatisfy { step in
      let light = TransferCurve.sRGB.light(Double(step) / 64)
      return abs(code(light, of: curve) * 64 - Double(step)) < 0.01
    }
  }

  /// The value whose light is some light, both from 0 to 1; curves rise.
  private static func code(_ light: Double, of curve: TransferCurve) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if curve.light(middle) < light { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
