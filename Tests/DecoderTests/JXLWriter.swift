import CJXL
import Geometry

/// Writes JPEG XL files of any kind with libjxl's encoder.
struct JXLWriter {
  /// One frame: the values of its pixels, 0 to 1, with interleaved channels.
  struct Frame {
    var numbers: [Float]
    /// The frame's position and size; `nil` for the whole picture.
    var crop: PixelRect?
    /// How it is blended with the previous frames.
    var blend = JXL_BLEND_REPLACE
    /// The duration in hundredths of a second.
    var duration = 0
  }

  var size: PixelSize
  /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
  var channels = 3
  var bits = 8
  /// Exponent bits, for floating point.
  var exponentBits = 0
  var isLossless = true
  var distance: Float = 1
  var orientation = 1
  var isPremultiplied = false
  var isAnimated = false
  /// The number of times that the frames are shown.
  var loops = 0
  /// The number of channels other than colours.
  var extras = 0
  /// The black ink of each pixel, 0 to 1, where 0 is the full amount; empty for no such channel.
  var black: [Float] = []
  var settings: [(JxlEncoderFrameSettingId, Int64)] = []
  var encoding: JxlColorEncoding?
  var icc: [UInt8] = []
  var isInContainer = false

  init(width: Int, height: Int, channels: Int = 3) {
    size = PixelSize(width: width, height: height)
    self.channels = channels
  }

  /// sRGB with some of its properties replaced.
  static func encoding(
    _ primaries: JxlPrimaries = JXL_PRIMARIES_SRGB, _ white: JxlWhitePoint = JXL_WHITE_POINT_D65,
    _ curve: JxlTransferFunction = JXL_TRANSFER_FUNCTION_SRGB, gamma: Double = 0
  ) -> JxlColorEncoding {
    var encoding = JxlColorEncoding()
    encoding.color_space = JXL_COLOR_SPACE_RGB
    encoding.primaries = primaries
    encoding.white_point = white
    encoding.transfer_function = curve
    encoding.gamma = gamma
    return encoding
  }

  /// The file of one picture.
  func file(_ numbers: [Float]) -> PictureFile { file([Frame(numbers: numbers)]) }

  /// The file of several frames; those without a duration are layers of the next one.
  func file(_ frames: [Frame]) -> PictureFile {
    guard let encoder = JxlEncoderCreate(nil) else { fatalError("memory") }
    defer { JxlEncoderDestroy(encoder) }
    prepare(encoder)
    guard let options = JxlEncoderFrameSettingsCreate(encoder, nil) else { fatalError("memory") }
    for (setting, value) in settings {
      if setting == JXL_ENC_FRAME_SETTING_PHOTON_NOISE {
        check(JxlEncoderFrameSettingsSetFloatOption(options, setting, Float(value)))
      } else {
        check(JxlEncoderFrameSettingsSetOption(options, setting, value))
      }
    }
    if isLossless {
      check(JxlEncoderSetFrameLossless(options, JXL_TRUE))
    } else {
      check(JxlEncoderSetFrameDistance(options, distance))
    }
    for frame in frames { add(frame, options) }
    if isPremultiplied {
      // libjxl 0.7 accepts no pixels once this is set, and writes its header later.
      var alpha = JxlExtraChannelInfo()
      JxlEncoderInitExtraChannelInfo(JXL_CHANNEL_ALPHA, &alpha)
      alpha.bits_per_sample = UInt32(bits)
      alpha.alpha_premultiplied = JXL_TRUE
      check(JxlEncoderSetExtraChannelInfo(encoder, 0, &alpha))
    }
    JxlEncoderCloseInput(encoder)
    return Self.output(of: encoder)
  }

  /// The file of a JPEG that can be reconstructed from it.
  static func file(ofJPEG bytes: [UInt8]) -> PictureFile {
    guard let encoder = JxlEncoderCreate(nil),
      let options = JxlEncoderFrameSettingsCreate(encoder, nil)
    else { fatalError("memory") }
    defer { JxlEncoderDestroy(encoder) }
    precondition(JxlEncoderUseContainer(encoder, JXL_TRUE) == JXL_ENC_SUCCESS)
    precondition(JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) == JXL_ENC_SUCCESS)
    precondition(JxlEncoderAddJPEGFrame(options, bytes, bytes.count) == JXL_ENC_SUCCESS)
    JxlEncoderCloseInput(encoder)
    return output(of: encoder)
  }

  private func prepare(_ encoder: OpaquePointer) {
    var info = JxlBasicInfo()
    JxlEncoderInitBasicInfo(&info)
    info.xsize = UInt32(size.width)
    info.ysize = UInt32(size.height)
    info.bits_per_sample = UInt32(bits)
    info.exponent_bits_per_sample = UInt32(exponentBits)
    info.num_color_channels = channels < 3 ? 1 : 3
    info.orientation = JxlOrientation(rawValue: UInt32(orientation))
    info.uses_original_profile = isLossless ? JXL_TRUE : JXL_FALSE
    if hasAlpha {
      info.alpha_bits = UInt32(bits)
      info.alpha_exponent_bits = UInt32(exponentBits)
    }
    info.num_extra_channels = UInt32((hasAlpha ? 1 : 0) + extras + (black.isEmpty ? 0 : 1))
    if isAnimated {
      info.have_animation = JXL_TRUE
      info.animation.tps_numerator = 100
      info.animation.tps_denominator = 1
      info.animation.num_loops = UInt32(loops)
    }
    check(JxlEncoderUseContainer(encoder, isInContainer ? JXL_TRUE : JXL_FALSE))
    if bits > 8 || !black.isEmpty { check(JxlEncoderSetCodestreamLevel(encoder, 10)) }
    check(JxlEncoderSetBasicInfo(encoder, &info))
    for index in 0..<extras {
      var extra = JxlExtraChannelInfo()
      JxlEncoderInitExtraChannelInfo(JXL_CHANNEL_DEPTH, &extra)
      extra.bits_per_sample = UInt32(bits)
      check(JxlEncoderSetExtraChannelInfo(encoder, (hasAlpha ? 1 : 0) + index, &extra))
    }
    if !black.isEmpty {
      var extra = JxlExtraChannelInfo()
      JxlEncoderInitExtraChannelInfo(JXL_CHANNEL_BLACK, &extra)
      extra.bits_per_sample = UInt32(bits)
      check(JxlEncoderSetExtraChannelInfo(encoder, (hasAlpha ? 1 : 0) + extras, &extra))
    }
    guard icc.isEmpty else {
      check(JxlEncoderSetICCProfile(encoder, icc, icc.count))
      return
    }
    var color = encoding ?? Self.encoding()
    if channels < 3 { color.color_space = JXL_COLOR_SPACE_GRAY }
    check(JxlEncoderSetColorEncoding(encoder, &color))
  }

  private var hasAlpha: Bool { channels % 2 == 0 }

  private func add(_ frame: Frame, _ options: OpaquePointer) {
    let area = frame.crop ?? PixelRect(size)
    var header = JxlFrameHeader()
    JxlEncoderInitFrameHeader(&header)
    header.duration = UInt32(frame.duration)
    if frame.crop != nil {
      header.layer_info.have_crop = JXL_TRUE
      header.layer_info.crop_x0 = Int32(area.minX)
      header.layer_info.crop_y0 = Int32(area.minY)
      header.layer_info.xsize = UInt32(area.size.width)
      header.layer_info.ysize = UInt32(area.size.height)
    }
    header.layer_info.blend_info.blendmode = frame.blend
    // The next frame is blended with what is shown.
    header.layer_info.blend_info.source = 1
    header.layer_info.save_as_reference = 1
    if isAnimated || frame.crop != nil { check(JxlEncoderSetFrameHeader(options, &header)) }
    precondition(frame.numbers.count == area.size.width * area.size.height * channels)
    var format = JxlPixelFormat(
      num_channels: UInt32(channels), data_type: JXL_TYPE_FLOAT, endianness: JXL_NATIVE_ENDIAN,
      align: 0)
    check(JxlEncoderAddImageFrame(options, &format, frame.numbers, frame.numbers.count * 4))
    format.num_channels = 1
    let extra = [Float](repeating: 0.25, count: area.size.width * area.size.height)
    for index in 0..<extras {
      let place = UInt32((hasAlpha ? 1 : 0) + index)
      check(JxlEncoderSetExtraChannelBuffer(options, &format, extra, extra.count * 4, place))
    }
    guard !black.isEmpty else { return }
    let place = UInt32((hasAlpha ? 1 : 0) + extras)
    check(JxlEncoderSetExtraChannelBuffer(options, &format, black, black.count * 4, place))
  }

  private func check(_ status: JxlEncoderStatus) {
    precondition(status == JXL_ENC_SUCCESS, "libjxl refuses to write the test's picture")
  }

  private static func output(of encoder: OpaquePointer) -> PictureFile {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let (status, rest) = room.withUnsafeMutableBufferPointer { room in
        var next = room.baseAddress
        var rest = room.count
        let status = JxlEncoderProcessOutput(encoder, &next, &rest)
        return (status, rest)
      }
      precondition(status != JXL_ENC_ERROR, "libjxl could not write the test's picture")
      bytes += room.prefix(room.count - rest)
      if status == JXL_ENC_SUCCESS { return PictureFile(bytes) }
    }
  }
}
