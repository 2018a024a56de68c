import Tiles

/// The conversion of a picture's samples to the display's colours.
///
/// The picture's curves turn samples into light, which is reduced; only reduced pixels are
/// converted and encoded for the display, since converting every pixel would cost more than
/// decoding. Profiles that are more than curves and primaries are applied to full rows first.
///
/// Immutable after `init`, so reducers on several threads may share it.
package final class ColorPipeline: Sendable {
  /// The format of the rows fed to reducers.
  package let format: RowFormat

  /// The conversion of full rows, done first.
  package let rowTransform: RowTransform?
  /// The row format after that conversion.
  package let linearFormat: RowFormat
  /// Samples to light: one table for all channels, or three.
  package let linear: [LinearTable]
  /// The picture's primaries to the display's, if they differ.
  package let matrix: Matrix3?
  /// Light to the display's codes: one table for all channels, or three.
  package let encoders: [EncodeTable]
  /// True if the samples are the display's codes already.
  package let isIdentity: Bool
  /// The last step for reduced pixels: straight RGBA8 to straight RGBA8.
  package let finish: (any RowConverting)?
  /// True if the output is not premultiplied, because another step follows.
  package let isStraight: Bool
  /// The curves with which reduced pixels are encoded.
  package let working: [TransferCurve]
  /// The output: encoded pixels, or light in the display's primaries.
  package let output: PixelFormat
  /// The display's rendering of scene-referred light, applied before reduction.
  package let scene: SceneLight?

  /// A pipeline from its parts.
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
  /// The pipeline for encoded pixels, RGBA8 premultiplied, through sRGB's curve and back.
  ///
  /// Copied pixels do not change. Without alpha the fourth byte is ignored, and becomes 255.
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
