extension ColorPipeline {
  /// The way of finished pixels, RGBA8 premultiplied, to light by sRGB's curve and back.
  ///
  /// Pixels that are copied come out as they went in. Without alpha the fourth byte is not read, and
  /// comes out as 255.
  package static func finished(hasAlpha: Bool) -> ColorPipeline {
    hasAlpha ? translucent : opaque
  }

  private static let opaque = ColorPipeline(
    format: RowFormat(channels: .rgb, bytesPerPixel: 4),
    linearFormat: RowFormat(channels: .rgb, bytesPerPixel: 4),
    linear: [LinearTable(.sRGB, depth: 8)], encoders: [EncodeTable(.sRGB)], isIdentity: true,
    working: [.sRGB])

  private static let translucent = ColorPipeline(
    format: RowFormat(channels: .rgba), rowTransform: .premultiplied,
    linearFormat: RowFormat(channels: .rgba, depth: 16),
    linear: [LinearTable(.sRGB, depth: 16)], encoders: [EncodeTable(.sRGB)], isIdentity: true,
    working: [.sRGB])
}
