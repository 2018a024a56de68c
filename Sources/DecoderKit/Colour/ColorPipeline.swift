import DecoderProtocol

/// The way of a picture's samples to the display's colours.
///
/// Samples become light by the picture's own curves, are reduced as light, and only the reduced
/// pixels are converted and encoded for the display: lcms2 on every pixel would cost more than
/// decoding. Profiles that are more than curves and primaries are applied to full rows by lcms2
/// first. It never fails: a profile that is broken, of the wrong class, or for another number of
/// channels counts as sRGB.
///
/// Nothing changes after `init`; it may be shared by reducers on several threads.
public final class ColorPipeline: Sendable {
  /// How the rows look that reducers are fed with.
  public let format: RowFormat

  /// What is done to full rows first.
  let rowTransform: RowTransform?
  /// How rows look after that.
  let linearFormat: RowFormat
  /// Samples to light: one for all channels, or three.
  let linear: [LinearTable]
  /// The picture's light to the display's, where they differ.
  let matrix: Matrix3?
  /// Light to the display's codes: one for all channels, or three.
  let encoders: [EncodeTable]
  /// Whether the samples are the display's codes already.
  let isIdentity: Bool
  /// What is done to reduced pixels last: straight RGBA8 to straight RGBA8.
  let finish: ICCTransform?
  /// Whether pixels are encoded without being multiplied by alpha: something is done to them later.
  let isStraight: Bool
  /// The curves by which reduced pixels are encoded.
  let working: [TransferCurve]

  /// The way from rows of `format`, whose colours are `source`, to a display.
  ///
  /// `displayProfile` holds the bytes of the display's ICC profile; empty means sRGB. The intent
  /// matters to profiles that are more than curves and primaries.
  public init(
    format: RowFormat, source: SourceColor, displayProfile: [UInt8] = [],
    intent: RenderingIntent = .ofPicture
  ) {
    self.format = format
    let display = DisplayColor(profile: displayProfile)
    let encoders = display.working.curves.map(EncodeTable.init)
    let content = Content(
      format: format, source: source, display: display, intent: intent)
    let isGray = content.linearFormat.channels.count < 3

    rowTransform = content.rowTransform
    linearFormat = content.linearFormat
    finish = display.finish
    isStraight = finish != nil
    working = display.working.curves
    self.encoders = encoders
    isIdentity = content.space.isIndistinguishable(
      from: display.working, encoders: encoders, gray: isGray)
    let space = isIdentity ? display.working : content.space
    // A grey has the same amount of every light; of the display's three curves one must do.
    let curves = isGray ? [space.curve(1)] : space.curves
    linear = curves.map { LinearTable($0, depth: content.linearFormat.depth) }
    if isIdentity || isGray {
      matrix = nil
    } else {
      let matrix = display.working.toXYZ.inverse.map { $0 * content.space.toXYZ } ?? .identity
      self.matrix = matrix.distanceFromIdentity < 1e-4 ? nil : matrix
    }
  }

  /// The same pipeline up to straight codes.
  init(firstHalfOf whole: ColorPipeline) {
    format = whole.format
    rowTransform = whole.rowTransform
    linearFormat = whole.linearFormat
    linear = whole.linear
    matrix = whole.matrix
    encoders = whole.encoders
    isIdentity = whole.isIdentity
    finish = nil
    isStraight = true
    working = whole.working
  }

  /// The same pipeline from straight codes on.
  init(secondHalfOf whole: ColorPipeline, format: RowFormat) {
    self.format = format
    rowTransform = nil
    linearFormat = format
    linear = whole.working.map { LinearTable($0, depth: 8) }
    matrix = nil
    encoders = whole.encoders
    isIdentity = true
    finish = whole.finish
    isStraight = whole.isStraight
    working = whole.working
  }

  /// What a picture's samples are, once whole rows have been converted where they must be.
  private struct Content {
    var rowTransform: RowTransform?
    var linearFormat: RowFormat
    var space = RGBSpace.sRGB

    init(
      format: RowFormat, source: SourceColor, display: borrowing DisplayColor,
      intent: RenderingIntent
    ) {
      linearFormat = format
      switch source {
      case .sRGB: break
      case .gamma(let exponent): space = RGBSpace(gamma: exponent, matrix: nil)
      case .chromaticities(let white, let red, let green, let blue, let gamma):
        space = RGBSpace(white: white, red: red, green: green, blue: blue, gamma: gamma)
      case .icc(let bytes): apply(profile: bytes, format: format, display: display, intent: intent)
      }
      if format.channels == .cmyk, rowTransform == nil {
        rowTransform = .inks
        linearFormat = RowFormat(channels: .rgb, depth: format.depth)
        space = .sRGB
      }
    }

    private mutating func apply(
      profile bytes: [UInt8], format: RowFormat, display: borrowing DisplayColor,
      intent: RenderingIntent
    ) {
      guard let profile = ICCProfile(bytes) else { return }
      let wanted: ICCProfile.Space =
        switch format.channels {
        case .gray, .grayAlpha: .gray
        case .rgb, .rgba: .rgb
        case .cmyk: .cmyk
        }
      guard profile.space == wanted else { return }
      // 511 samples have every 8-bit value among them.
      if let shaper = profile.matrixShaper(samples: format.depth == 8 ? 511 : 65536) {
        space = shaper
        return
      }
      guard
        let transform = ICCTransform(
          from: profile, format: format, to: display.workingProfile,
          intent: intent == .ofPicture ? profile.renderingIntent : UInt32(intent.rawValue))
      else { return }
      rowTransform = .icc(transform)
      linearFormat = RowFormat(
        channels: format.channels.hasAlpha ? .rgba : .rgb, depth: format.depth,
        bytesPerPixel: ICCTransform.bytesPerPixel(of: format))
      space = display.working
    }
  }
}
