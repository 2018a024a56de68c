import Resampling
import Tiles

extension ColorPipeline {
  /// How the display encodes the light that comes out; `nil` as sRGB.
  ///
  /// A display that tables describe gets what an sRGB one would: they are for finished pixels.
  var displayCurves: DisplayCurves? {
    guard working != RGBSpace.sRGB.curves else { return nil }
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
