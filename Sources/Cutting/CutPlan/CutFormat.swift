/// In which format tiles are written.
package enum CutFormat: String, Hashable, Sendable, CaseIterable {
  /// JPEG by libjpeg-turbo; what is transparent stands on white.
  case jpg
  /// PNG by libpng: lossless, transparency is kept.
  case png
  /// Lossy WebP by libwebp; transparency is kept.
  case webp

  /// Whether tiles keep their transparency.
  package var keepsAlpha: Bool { self != .jpg }
}

/// How a level is made from the one before.
package enum CutKernel: String, Hashable, Sendable, CaseIterable {
  /// Each pixel is the mean of four, in linear light.
  case box
  /// Lanczos 3, in linear light: sharper, and slower.
  case lanczos
}
