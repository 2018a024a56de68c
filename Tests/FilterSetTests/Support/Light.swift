import Glibc

/// The transfer function of sRGB and the luminance of BT.709, in double precision.
///
/// IEC 61966-2-1 and ITU-R BT.709-6; below 0 the curve is continued as an odd function.
enum Light {
  /// The weights of red, green and blue in the luminance.
  static let weights = SIMD3(0.2126, 0.7152, 0.0722)

  static func linear(_ encoded: Double) -> Double {
    let size = abs(encoded)
    let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return encoded < 0 ? -light : light
  }

  static func encoded(_ linear: Double) -> Double {
    let size = abs(linear)
    let value = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
    return linear < 0 ? -value : value
  }

  static func linear(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear(c.x), linear(c.y), linear(c.z))
  }

  static func encoded(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encoded(c.x), encoded(c.y), encoded(c.z))
  }

  static func luminance(_ linear: SIMD3<Double>) -> Double { (linear * weights).sum() }

  /// The encoded grey with the luminance of an encoded colour.
  static func grey(_ encodedColour: SIMD3<Double>) -> Double {
    encoded(luminance(linear(encodedColour)))
  }
}

extension SIMD4<Double> {
  /// The colour without its alpha.
  var rgb: SIMD3<Double> { SIMD3(x, y, z) }

  /// Applies a function to each encoded channel; alpha stays.
  func eachChannel(_ change: (Double) -> Double) -> SIMD4 {
    SIMD4(change(x), change(y), change(z), w)
  }

  /// Applies a function to the encoded colour; alpha stays.
  func encoded(_ change: (SIMD3<Double>) -> SIMD3<Double>) -> SIMD4 { SIMD4(change(rgb), w) }

  /// Applies a function to the colour in linear light; alpha stays.
  func linear(_ change: (SIMD3<Double>) -> SIMD3<Double>) -> SIMD4 {
    SIMD4(Light.encoded(change(Light.linear(rgb))), w)
  }

  /// A grey with the same alpha.
  func grey(_ value: Double) -> SIMD4 { SIMD4(value, value, value, w) }
}
