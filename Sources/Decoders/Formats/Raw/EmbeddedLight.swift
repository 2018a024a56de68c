import DecoderKit
import Glibc

/// Converts the embedded picture to the developed picture's format: 16-bit linear light with sRGB's
/// primaries.
///
/// A profile in a small embedded picture is sRGB or Adobe RGB, and is ignored.
struct EmbeddedLight {
  private let table: [UInt16]
  private let isAdobe: Bool

  init(isAdobe: Bool) {
    self.isAdobe = isAdobe
    table = (0..<256).map { code in
      let value = Double(code) / 255
      let light =
        isAdobe
        ? pow(value, 563.0 / 256)
        : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return UInt16((light * 65535).rounded())
    }
  }

  /// Converts pixels of three samples each.
  func convert(_ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt16>)
  {
    table.withUnsafeBufferPointer { table in
      for index in 0..<3 * count { target[index] = table[Int(source[index])] }
    }
    guard isAdobe else { return }
    for x in 0..<count {
      let pixel = target + 3 * x
      let (red, green, blue) = (Float(pixel[0]), Float(pixel[1]), Float(pixel[2]))
      pixel[0] = Self.sample(1.39836 * red - 0.39836 * green)
      pixel[2] = Self.sample(1.04293 * blue - 0.04293 * green)
    }
  }

  private static func sample(_ value: Float) -> UInt16 { UInt16(min(max(value, 0), 65535)) }
}
