import CGLES

/// How a texture stores the four channels of a pixel.
public struct TextureFormat: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32
  /// A format from its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Bytes, which stand for 0 to 1.
  ///
  /// The corresponding C constant is `GL_RGBA8`.
  public static let bytes = TextureFormat(rawValue: UInt32(GL_RGBA8))
  /// Floating-point numbers of 16 bits.
  ///
  /// The corresponding C constant is `GL_RGBA16F`.
  public static let halfFloats = TextureFormat(rawValue: UInt32(GL_RGBA16F))

  /// Bytes of one pixel.
  public var bytesPerPixel: Int { self == .halfFloats ? 8 : 4 }
}
