import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// What stands in a JPEG XL file before its pixels.
struct JXLHeader {
  /// The same in DecoderKit's words.
  let picture: PictureHeader
  /// The colours that libjxl is asked to give.
  let preferred: JxlColorEncoding?
  /// What memory rests on.
  let shape: RowShape
  /// The channel of black ink among those that are no colours; the colours are inks then.
  let black: Int?

  /// Reads the header of a file one of whose pages, from 0, is the picture; of an animation all
  /// frames are.
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
    else { throw CodecError(.corrupt, "the JPEG XL file is damaged (its inks are none)") }
    try reader.advance(to: .color)
    let color = JXLColor(of: reader.decoder, info)
    guard !color.isUnknown else {
      throw CodecError(
        .unsupported,
        "the JPEG XL picture has colours that libjxl does not name, such as CIE L*a*b*")
    }
    preferred = color.preferred
    shape = RowShape(info)
    let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    let frames = try JXLFrameCount(input, info)
    guard black == nil || frames.timing == nil else {
      throw CodecError(.unsupported, "animations in printing inks are not supported in JPEG XL")
    }
    // Frames are put together from finished pixels.
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
      // White is 203 cd/m² in PQ and HLG; in other files it is what they are made for.
      if !isFloat { picture.headroom = Double(info.intensity_target) / 203 }
    }
    picture.frameCount = frames.count
    picture.timing = frames.timing
    if frames.timing == nil {
      try frames.check(page: page)
    } else {
      picture.isRandomAccess = true
      // The frame that is shown.
      picture.keptBytes = checkedProduct(size.width, size.height, format.bytesPerPixel) ?? .max
    }
    self.picture = picture
  }

  /// Rows of 8 bits where nothing is lost by it.
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

  /// What libjxl reserves and holds, as measured, and the rows between it and the reducer.
  ///
  /// It reserves four bytes for each sample of a picture that is stored without loss, hardly any
  /// of which it touches: only files that are written to appear gradually have them filled.
  private static func memory(
    _ info: JxlBasicInfo, of size: PixelSize, format: RowFormat
  ) throws(CodecError) -> MemoryClass {
    // XYB is decoded block by block; the other channels beside it are not.
    let samples = (info.uses_original_profile == JXL_FALSE ? 1 : 3) + Int(info.num_extra_channels)
    guard let all = checkedProduct(size.width, size.height, samples * 4),
      let fair = checkedProduct(size.width, size.height, 16),
      let held = checkedProduct(size.width, size.height, min(format.bytesPerPixel + 3, 10))
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let usual = min(max(fair, 16 << 20), MemoryClass.mostReserved)
    // What a few channels more take fits beside it, where the picture is not large.
    return .reserving(bytes: all <= usual + (128 << 20) ? usual : all, held: held)
  }

  /// Which of the channels that are no colours is black ink.
  private static func black(_ info: JxlBasicInfo, of decoder: OpaquePointer) -> Int? {
    (0..<min(Int(info.num_extra_channels), 256)).first { index in
      var channel = JxlExtraChannelInfo()
      return JxlDecoderGetExtraChannelInfo(decoder, index, &channel) == JXL_DEC_SUCCESS
        && channel.type == JXL_CHANNEL_BLACK
    }
  }
}

extension RowShape {
  /// The shape of what libjxl delivers.
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
  /// Throws `CodecError.changed` where the header that libjxl has just read is of another shape.
  func check(_ shape: RowShape) throws(CodecError) {
    var info = JxlBasicInfo()
    guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw Self.damage }
    try shape.check(RowShape(info))
  }

  /// What is said of a file that breaks the rules.
  static let damage = CodecError(.corrupt, "the JPEG XL file is damaged")

  /// Goes on to an event of the header.
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
