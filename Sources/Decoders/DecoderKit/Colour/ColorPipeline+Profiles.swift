import DecoderProtocol
import Resampling
import Tiles

extension ColorPipeline {
  /// The conversion from rows of `format` with colours in `source` to a display.
  ///
  /// `displayProfile` holds the bytes of the display's ICC profile; empty means sRGB. The
  /// initialiser never fails: sRGB replaces a profile that is broken, degenerate (one colour for
  /// all samples), of the wrong class, or for another number of channels. lcms2 applies profiles
  /// that are more than curves and primaries to full rows, with the rendering intent. Light output
  /// (`.rgba16f`) is not encoded, and values beyond white or the display's gamut are not clipped.
  package convenience init(
    format: RowFormat, source: SourceColor, displayProfile: [UInt8] = [],
    rendering: ColorRendering = ColorRendering(), output: PixelFormat = .rgba8
  ) {
    let isLight = output == .rgba16f
    let display = DisplayColor(profile: displayProfile, rendering: rendering)
    let encoders = display.working.curves.map(EncodeTable.init)
    let content = Content(
      format: format, source: source, display: display, rendering: rendering,
      isLight: isLight)
    let isGray = content.linearFormat.channels.count < 3
    let isIdentity =
      !isLight && format.depth < 32 && content.scene == nil
      && content.space.isIndistinguishable(
        from: display.working, encoders: encoders, gray: isGray)
    let space = isIdentity ? display.working : content.space
    // Grey has one channel, so one of the three curves must do: green's.
    let curves = isGray ? [space.curve(1)] : space.curves
    var matrix: Matrix3?
    if !isIdentity && !isGray {
      let whole = display.working.toXYZ.inverse.map { $0 * content.space.toXYZ } ?? .identity
      matrix = whole.distanceFromIdentity < 1e-4 ? nil : whole
    }
    self.init(
      format: format, rowTransform: content.rowTransform, linearFormat: content.linearFormat,
      linear: curves.map {
        LinearTable(
          $0, depth: content.linearFormat.depth, upTo: isLight ? Double(HalfFloats.largest) : 1)
      }, matrix: matrix,
      encoders: encoders, isIdentity: isIdentity, finish: display.finish,
      isStraight: display.finish != nil, working: display.working.curves, output: output,
      scene: content.scene)
  }

  /// The meaning of a picture's samples after any conversion of whole rows.
  private struct Content {
    var rowTransform: RowTransform?
    var linearFormat: RowFormat
    var space = RGBSpace.sRGB
    /// The system gamma and tone mapping for scene-referred light, as in HLG.
    var scene: SceneLight?

    init(
      format: RowFormat, source: SourceColor, display: borrowing DisplayColor,
      rendering: ColorRendering, isLight: Bool
    ) {
      linearFormat = format
      switch source {
      case .sRGB: break
      case .gamma(let exponent): space = RGBSpace(gamma: exponent, matrix: nil)
      case .chromaticities(let white, let red, let green, let blue, let gamma):
        space = RGBSpace(white: white, red: red, green: green, blue: blue, gamma: gamma)
      case .cicp(let primaries, let transfer):
        space = RGBSpace(cicpPrimaries: primaries, transfer: transfer, isLight: isLight)
        guard transfer == 18, format.depth < 32 else { break }
        scene = HighDynamicRange.hybridLogGamma(cicpPrimaries: primaries, isLight: isLight)
      case .lab:
        guard format.depth == 16, let lab = ICCProfile.lab() else { break }
        apply(lab, format: format, display: display, rendering: rendering)
      case .icc(let bytes):
        apply(profile: bytes, format: format, display: display, rendering: rendering)
      }
      if format.channels.areInks, rowTransform == nil {
        rowTransform = .inks
        linearFormat = RowFormat(
          channels: format.channels.hasAlpha ? .rgba : .rgb, depth: format.depth)
        space = .sRGB
      }
    }

    private mutating func apply(
      profile bytes: [UInt8], format: RowFormat, display: borrowing DisplayColor,
      rendering: ColorRendering
    ) {
      guard let profile = ICCProfile(bytes) else { return }
      let wanted: ICCProfile.Space =
        switch format.channels {
        case .gray, .grayAlpha: .gray
        case .rgb, .rgba: .rgb
        case .cmyk, .cmyka: .cmyk
        }
      guard profile.space == wanted else { return }
      guard format.depth < 32 else {
        // Linear light has no curve, only primaries.
        if let shaper = profile.matrixShaper(samples: 511) {
          space = profile.space(shaper, for: rendering.intent)
        }
        return
      }
      // 511 samples include every 8-bit value.
      if let shaper = profile.matrixShaper(samples: format.depth == 8 ? 511 : 65536) {
        space = profile.space(shaper, for: rendering.intent)
        return
      }
      apply(profile, format: format, display: display, rendering: rendering)
    }

    /// Converts whole rows through a profile.
    private mutating func apply(
      _ profile: borrowing ICCProfile, format: RowFormat, display: borrowing DisplayColor,
      rendering: ColorRendering
    ) {
      guard
        let transform = ICCTransform(
          from: profile, format: format, to: display.workingProfile,
          intent: rendering.intent.number ?? profile.renderingIntent,
          compensatesBlackPoint: rendering.compensatesBlackPoint),
        !transform.isConstant(format)
      else { return }
      rowTransform = .profile(transform)
      linearFormat = RowFormat(
        channels: format.channels.hasAlpha ? .rgba : .rgb, depth: format.depth,
        bytesPerPixel: ICCTransform.bytesPerPixel(of: format))
      space = display.working
    }
  }
}
