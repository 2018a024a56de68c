import Tiles

/// The way of a picture's samples to the display's colours.
///
/// Samples become light by the picture's own curves, are reduced as light, and only the reduced
/// pixels are converted and encoded for the display: converting every pixel would cost more than
/// decoding. Profiles that are more than curves and primaries are applied to full rows first.
///
/// Nothing changes after `init`; it may be shared by reducers on several threads.
package final class ColorPipeline: Sendable {
  /// How the rows look that reducers are fed with.
  package let format: RowFormat

  /// What is done to full rows first.
  package let rowTransform: RowTransform?
  /// How rows look after that.
  package let linearFormat: RowFormat
  /// Samples to light: one for all channels, or three.
  package let linear: [LinearTable]
  /// The picture's light to the display's, where they differ.
  package let matrix: Matrix3?
  /// Light to the display's codes: one for all channels, or three.
  package let encoders: [EncodeTable]
  /// Whether the samples are the display's codes already.
  package let isIdentity: Bool
  /// What is done to reduced pixels last: straight RGBA8 to straight RGBA8.
  package let finish: (any RowConverting)?
  /// Whether pixels are encoded without being multiplied by alpha: something is done to them later.
  package let isStraight: Bool
  /// The curves by which reduced pixels are encoded.
  package let working: [TransferCurve]
  /// What comes out: finished pixels, or light in the display's primaries.
  package let output: PixelFormat
  /// What a display makes of light as a camera saw it, before it is reduced.
  package let scene: SceneLight?

  /// A pipeline of its parts.
  package init(
    format: RowFormat, rowTransform: RowTransform? = nil, linearFormat: RowFormat,
    linear: [LinearTable], matrix: Matrix3? = nil, encoders: [EncodeTable], isIdentity: Bool,
    finish: (any RowConverting)? = nil, isStraight: Bool = false, working: [TransferCurve],
    output: PixelFormat = .rgba8, scene: SceneLight? = nil
  ) {
    self.format = format
    self.rowTransform = rowTransform
    self.linearFormat = linearFormat
    self.linear = linear
    self.matrix = matrix
    self.encoders = encoders
    self.isIdentity = isIdentity
    self.finish = finish
    self.isStraight = isStraight
    self.working = working
    self.output = output
    self.scene = scene
  }
}

extension ColorPipeline {
  /// The way of finished pixels, RGBA8 premultiplied, to light by sRGB's curve and back.
  ///
  /// Pixels that are copied come out as they went in. Without alpha the fourth byte is not read,
  /// and comes out as 255.
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
