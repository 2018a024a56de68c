import Tiles

/// A set of kinds of pixels.
package struct PixelKinds: OptionSet, Hashable, Sendable {
  /// A bit for each kind, numbered as `PixelFormat` is.
  package let rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Finished RGBA8.
  package static let rgba8 = PixelKinds(rawValue: 1 << PixelFormat.rgba8.rawValue)
  /// Linear RGBA16F.
  package static let rgba16f = PixelKinds(rawValue: 1 << PixelFormat.rgba16f.rawValue)

  /// Whether a kind is among these.
  package func accepts(_ format: PixelFormat) -> Bool { rawValue >> format.rawValue & 1 == 1 }
}
