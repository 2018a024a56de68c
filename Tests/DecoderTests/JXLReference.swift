import CJXL
import Geometry

/// libjxl's own decoder, in the tests' process: the reference for the decoder.
enum JXLReference {
  /// Decodes a frame with libjxl to 8 bits, premultiplied.
  ///
  /// `preferred` is the colour space requested for a lossy picture.
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
    // With 8 bits, libjxl dithers from 0.9 on.
    var samples = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
    defer { samples.deallocate() }
    return bytes.withUnsafeBufferPointer { bytes in
      _ = JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count)
      while true {
        switch JxlDecoderProcessInput(decoder) {
        case JXL_DEC_BASIC_INFO: _ = JxlDecoderGetBasicInfo(decoder, &info)
        case JXL_DEC_COLOR_ENCODING:
          guard var preferred else { continue }
          _ = JxlDecoderSetPreferredColorProfile(decoder, &preferred)
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          samples = .allocate(capacity: Int(info.xsize * info.ysize) * 4)
          var format = JxlPixelFormat(
            num_channels: 4, data_type: JXL_TYPE_FLOAT, endianness: JXL_NATIVE_ENDIAN, align: 0)
          let status = JxlDecoderSetImageOutBuffer(
            decoder, &format, samples.baseAddress,
            samples.count * MemoryLayout<Float>.stride)
          guard status == JXL_DEC_SUCCESS else { return nil }
        case JXL_DEC_FULL_IMAGE: return pixels(UnsafeBufferPointer(samples), info)
        default: return nil
        }
      }
    }
  }

  /// The ICC profile that libjxl reports for its output.
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

  private static func pixels(
    _ lights: UnsafeBufferPointer<Float>, _ info: JxlBasicInfo
  ) -> Pixels {
    let samples = lights.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    var pixels = Pixels(size: PixelSize(width: Int(info.xsize), height: Int(info.ysize)))
    pixels.bytes = samples
    guard info.alpha_bits > 0 else { return pixels }
    for alpha in stride(from: 3, to: samples.count, by: 4) {
      for place in alpha - 3..<alpha {
        pixels.bytes[place] = UInt8((Int(samples[place]) * Int(samples[alpha]) * 2 + 255) / 510)
      }
    }
    return pixels
  }

  /// The largest difference in any channel; faster than that of `Pixels`, for large pictures.
  static func difference(_ pixels: Pixels, _ others: Pixels) -> Int {
    guard pixels.size == others.size else { return 256 }
    if pixels.bytes == others.bytes { return 0 }
    return pixels.bytes.withUnsafeBufferPointer { pixels in
      others.bytes.withUnsafeBufferPointer { others in
        var worst = 0
        for index in 0..<pixels.count where pixels[index] != others[index] {
          worst = max(worst, abs(Int(pixels[index]) - Int(others[index])))
        }
        return worst
      }
    }
  }

  /// Crops a picture.
  static func cut(_ area: PixelRect, from pixels: Pixels) -> Pixels {
    var part = Pixels(size: area.size)
    let count = area.size.width * 4
    for y in 0..<area.size.height {
      let start = ((y + area.minY) * pixels.size.width + area.minX) * 4
      part.bytes.replaceSubrange(
        y * count..<(y + 1) * count, with: pixels.bytes[start..<start + count])
    }
    return part
  }
}
