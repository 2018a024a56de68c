import CGLES

/// The storage format of a texture's pixels.
package struct TextureFormat: RawRepresentable, Hashable, Sendable {
  /// The C constant's value.
  package let rawValue: UInt32
  /// Creates a format from its value.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bytes that represent 0 to 1.
  ///
  /// The corresponding C constant is `GL_RGBA8`.
  package static let bytes = TextureFormat(rawValue: UInt32(GL_RGBA8))
  /// 16-bit floating point.
  ///
  /// The corresponding C constant is `GL_RGBA16F`.
  package static let halfFloats = TextureFormat(rawValue: UInt32(GL_RGBA16F))

  /// The size of a pixel in bytes.
  package var bytesPerPixel: Int { self == .halfFloats ? 8 : 4 }
}
