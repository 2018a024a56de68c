import Glibc

/// sRGB's transfer curve (IEC 61966-2-1).
enum SRGBCurve {
  /// Returns the linear light of an encoded value; both are from 0 to 1.
  static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static let lights: [Float] = (0...255).map { Float(light(Double($0) / 255)) }

  /// Calls `body` with the linear light of each 8-bit code.
  static func withLights(_ body: (UnsafePointer<Float>) -> Void) {
    lights.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
  }
}
