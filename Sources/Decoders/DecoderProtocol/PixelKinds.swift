import Tiles

/// A set of pixel formats.
package struct PixelKinds: OptionSet, Hashable, Sendable {
  /// A bit for each format, numbered as in `PixelFormat`.
  package let rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Encoded RGBA8.
  package static let rgba8 = PixelKinds(rawValue: 1 << PixelFormat.rgba8.rawValue)
  /// Linear RGBA16F.
  package static let rgba16f = PixelKinds(rawValue: 1 << PixelFormat.rgba16f.rawValue)

  /// True if the set contains `format`.
  package func accepts(_ format: PixelFormat) -> Bool { rawValue >> format.rawValue & 1 == 1 }
}
