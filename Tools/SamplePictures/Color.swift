import Glibc

/// A colour with encoded components: red, green, blue and opacity, 0 to 1, not premultiplied.
typealias Color = SIMD4<Float>

extension SIMD4<Float> {
  /// An opaque colour.
  init(_ red: Float, _ green: Float, _ blue: Float) { self.init(red, green, blue, 1) }

  /// An encoded grey, 0 black to 1 white.
  init(gray: Float) { self.init(gray, gray, gray, 1) }

  /// A grey of a linear intensity, 0 to 1: intensity 0.5 is stored as 188, not 128.
  init(light: Float) {
    self.init(gray: light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055)
  }

  /// Stores the first channels with 8 bits each.
  @inline(__always)
  func store(to target: UnsafeMutablePointer<UInt8>, channels: Int) {
    let scaled = (self * 255 + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    target[0] = UInt8(scaled.x)
    target[1] = UInt8(scaled.y)
    target[2] = UInt8(scaled.z)
    if channels == 4 { target[3] = UInt8(scaled.w) }
  }

  /// Returns the colour that is `share` of the way to another, 0 to 1.
  @inline(__always)
  func mixed(with other: Self, _ share: Float) -> Self { self + (other - self) * share }
}
