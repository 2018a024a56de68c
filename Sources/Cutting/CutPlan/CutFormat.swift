/// The file format of the tiles.
package enum CutFormat: String, Hashable, Sendable, CaseIterable {
  /// JPEG by libjpeg-turbo; transparency is composited on white.
  case jpg
  /// PNG by libpng: lossless, with transparency.
  case png
  /// Lossy WebP by libwebp, with transparency.
  case webp

  /// True if tiles keep their transparency.
  package var keepsAlpha: Bool { self != .jpg }
}

/// How each level is made from the previous one.
package enum CutKernel: String, Hashable, Sendable, CaseIterable {
  /// Each pixel is the mean of four, in linear light.
  case box
  /// Lanczos 3, in linear light: sharper and slower.
  case lanczos
}
