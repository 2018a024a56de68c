import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The header of a JPEG XL file.
struct JXLHeader {
  /// The header for DecoderKit.
  let picture: PictureHeader
  /// The colour space that libjxl is asked for.
  let preferred: JxlColorEncoding?
  /// The shape that memory depends on.
  let shape: RowShape
  /// The extra channel with black ink; the colours are then inks.
  let black: Int?

  /// Reads the header of a file for one of its pages, from 0; an animation is read as a whole.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    let reader = try JXLReader(
      input, events: [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING], pieces: .max)
    try reader.advance(to: .basicInfo)
    var info = JxlBasicInfo()
    guard JxlDecoderGetBasicInfo(reader.decoder, &info) == JXL_DEC_SUCCESS else {
      throw JXLReader.damage
    }
    black = Self.black(info, of: reader.decoder)
    guard black == nil || info.num_color_channels == 3 && info.uses_original_profile == JXL_TRUE
    else {
      throw CodecError(.corrupt, "the JPEG XL file is damaged (its ink channels are invalid)")
    }
    try reader.advance(to: .color)
    let color = JXLColor(of: reader.decoder, info)
    guard !color.isUnknown else {
      throw CodecError(
        .unsupported,
        "the JPEG XL picture has colours that libjxl can't describe, such as CIE L*a*b*")
    }
    preferred = color.preferred
    shape = RowShape(info)
    let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    let frames = try JXLFrameCount(input, info)
    guard black == nil || frames.timing == nil else {
      throw CodecError(.unsupported, "JPEG XL animations in printing inks are not supported")
    }
    // Frames are blended in encoded values, not in light.
    let acceptsLight = input.acceptsLight && frames.timing == nil
    let isFloat =
      acceptsLight && color.isLinear && info.exponent_bits_per_sample > 0 && black == nil
    let format = Self.format(
      info, isDeep: color.needsDepth, isFloat: isFloat, areInks: black != nil)
    var picture = PictureHeader(
      size: size, orientation: Orientation(exif: Int(info.orientation.rawValue)), format: format,
      color: color.source, hasAlpha: info.alpha_bits > 0,
      memory: black == nil
        ? try Self.memory(info, of: size, format: format) : try JXLInks.memory(info, of: size))
    picture.sharesDecoding = true
    picture.isFine = true
    if acceptsLight, isFloat || color.source.usualHeadroom != nil {
      picture.isLight = true
      // In PQ and HLG white is 203 cd/m² and the intensity target is the peak; in other files the
      // intensity target is white.
      if !isFloat { picture.headroom = Double(info.intensity_target) / 203 }
    }
    picture.frameCount = frames.count
    picture.timing = frames.timing
    if frames.timing == nil {
      try frames.check(page: page)
    } else {
      picture.isRandomAccess = true
      // The shown frame is kept between passes.
      picture.keptBytes = checkedProduct(size.width, size.height, format.bytesPerPixel) ?? .max
    }
    self.picture = picture
  }

  /// 8-bit rows if that loses nothing.
  private static func format(
    _ info: JxlBasicInfo, isDeep: Bool, isFloat: Bool, areInks: Bool
  ) -> RowFormat {
    let isGray = info.num_color_channels == 1
    let channels: RowFormat.Channels =
      switch (isGray, info.alpha_bits > 0) {
      case (_, let hasAlpha) where areInks: hasAlpha ? .cmyka : .cmyk
      case (true, false): .gray
      case (true, true): .grayAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    let isCoarse = info.bits_per_sample <= 8 && info.exponent_bits_per_sample == 0
    return RowFormat(channels: channels, depth: isFloat ? 32 : isCoarse && !isDeep ? 8 : 16)
  }

  /// libjxl's reserved and used memory, as measured, and the rows between it and the reducer.
  ///
  /// For losslessly stored pictures it reserves four bytes per sample, of which it touches few:
  /// only progressive files fill them.
  private static func memory(
    _ info: JxlBasicInfo, of size: PixelSize, format: RowFormat
  ) throws(CodecError) -> MemoryClass {
    // XYB is decoded block by block; extra channels are not.
    let samples = (info.uses_original_profile == JXL_FALSE ? 1 : 3) + Int(info.num_extra_channels)
    guard let all = checkedProduct(size.width, size.height, samples * 4),
      let fair = checkedProduct(size.width, size.height, 16),
      let held = checkedProduct(size.width, size.height, min(format.bytesPerPixel + 3, 10))
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let usual = min(max(fair, 16 << 20), MemoryClass.mostReserved)
    // A few extra channels fit into the slack if the picture is not large.
    return .reserving(bytes: all <= usual + (128 << 20) ? usual : all, held: held)
  }

  /// The index of the extra channel that is black ink.
  private static func black(_ info: JxlBasicInfo, of decoder: OpaquePointer) -> Int? {
    (0..<min(Int(info.num_extra_channels), 256)).first { index in
      var channel = JxlExtraChannelInfo()
      return JxlDecoderGetExtraChannelInfo(decoder, index, &channel) == JXL_DEC_SUCCESS
        && channel.type == JXL_CHANNEL_BLACK
    }
  }
}

extension RowShape {
  /// The shape of libjxl's output.
  fileprivate init(_ info: JxlBasicInfo) {
    let numbers = [
      info.num_color_channels, info.num_extra_channels, info.alpha_bits, info.bits_per_sample,
      info.exponent_bits_per_sample, info.orientation.rawValue,
    ]
    self.init(
      size: PixelSize(width: Int(info.xsize), height: Int(info.ysize)),
      details: numbers.map { Int($0) })
  }
}

extension JXLReader {
  /// Throws `CodecError.changed` if the header that libjxl has just read has another shape.
  func check(_ shape: RowShape) throws(CodecError) {
    var info = JxlBasicInfo()
    guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw Self.damage }
    try HeaderReading.again(shape).check(RowShape(info))
  }

  static let damage = CodecError(.corrupt, "the JPEG XL file is damaged")

  func advance(to wanted: Event) throws(CodecError) {
    while true {
      let event = try next()
      if event == wanted { return }
      switch event {
      case .cut: throw CodecError(.corrupt, "the file ends before its first row of pixels")
      case .damaged, .end: throw Self.damage
      default: continue
      }
    }
  }
}
