import CJXL
import Geometry

/// libjxl's own decoder, called plainly in the test's process: what the decoder is held to.
enum JXLReference {
  /// A frame as libjxl shows it, 8 bits, with straight or premultiplied alpha as it was stored.
  ///
  /// `preferred` is what colours of a lossy picture are to be converted to.
  static func decode(
    _ file: PictureFile, frame: Int = 0, preferred: JxlColorEncoding? = nil
  ) -> Pixels? {
    let bytes = file.bytes
    guard let decoder = JxlDecoderCreate(nil) else { return nil }
    defer { JxlDecoderDestroy(decoder) }
    let events = [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FULL_IMAGE]
    _ = JxlDecoderSubscribeEvents(
      decoder, events.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) })
    JxlDecoderSkipFrames(decoder, frame)
    var info = JxlBasicInfo()
    var numbers = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
    defer { numbers.deallocate() }
    return bytes.withUnsafeBufferPointer { bytes in
      _ = JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count)
      while true {
        switch JxlDecoderProcessInput(decoder) {
        case JXL_DEC_BASIC_INFO: _ = JxlDecoderGetBasicInfo(decoder, &info)
        case JXL_DEC_COLOR_ENCODING:
          guard var preferred else { continue }
          _ = JxlDecoderSetPreferredColorProfile(decoder, &preferred)
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          numbers = .allocate(capacity: Int(info.xsize * info.ysize) * 4)
          var format = JxlPixelFormat(
            num_channels: 4, data_type: JXL_TYPE_FLOAT, endianness: JXL_NATIVE_ENDIAN, align: 0)
          let status = JxlDecoderSetImageOutBuffer(
            decoder, &format, numbers.baseAddress, numbers.count * 4)
          guard status == JXL_DEC_SUCCESS else { return nil }
        case JXL_DEC_FULL_IMAGE: return pixels(UnsafeBufferPointer(numbers), info)
        default: return nil
        }
      }
    }
  }

  /// The ICC profile that libjxl gives for what it decodes.
  static func profile(of file: PictureFile) -> [UInt8] {
    let bytes = file.bytes
    guard let decoder = JxlDecoderCreate(nil) else { return [] }
    defer { JxlDecoderDestroy(decoder) }
    _ = JxlDecoderSubscribeEvents(decoder, Int32(bitPattern: JXL_DEC_COLOR_ENCODING.rawValue))
    return bytes.withUnsafeBufferPointer { bytes in
      _ = JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count)
      var size = 0
      guard JxlDecoderProcessInput(decoder) == JXL_DEC_COLOR_ENCODING,
        fresnel_jxl_icc_size(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &size) == JXL_DEC_SUCCESS
      else { return [] }
      var profile = [UInt8](repeating: 0, count: size)
      _ = fresnel_jxl_icc(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &profile, size)
      return profile
    }
  }

  /// Premultiplied RGBA of 8 bits.
  private static func pixels(
    _ numbers: UnsafeBufferPointer<Float>, _ info: JxlBasicInfo
  ) -> Pixels {
    var pixels = Pixels(size: PixelSize(width: Int(info.xsize), height: Int(info.ysize)))
    let isStraight = info.alpha_premultiplied == JXL_FALSE
    for index in 0..<numbers.count / 4 {
      let alpha = min(max(numbers[index * 4 + 3], 0), 1)
      for channel in 0..<3 {
        let value = min(max(numbers[index * 4 + channel], 0), 1) * (isStraight ? alpha : 1)
        pixels.bytes[index * 4 + channel] = UInt8((value * 255).rounded())
      }
      pixels.bytes[index * 4 + 3] = UInt8((alpha * 255).rounded())
    }
    return pixels
  }
}
