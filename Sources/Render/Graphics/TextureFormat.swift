import CGLES

/// How a texture stores the four channels of a pixel.
package struct TextureFormat: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt32
  /// A format from its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bytes, which stand for 0 to 1.
  ///
  /// The corresponding C constant is `GL_RGBA8`.
  package static let bytes = TextureFormat(rawValue: UInt32(GL_RGBA8))
  /// Floating-point numbers of 16 bits.
  ///
  /// The corresponding C constant is `GL_RGBA16F`.
  package static let halfFloats = TextureFormat(rawValue: UInt32(GL_RGBA16F))

  /// Bytes of one pixel.
  package var bytesPerPixel: Int { self == .halfFloats ? 8 : 4 }
}
