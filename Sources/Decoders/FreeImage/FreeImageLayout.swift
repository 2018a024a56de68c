import CFreeImage
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// What the header of a file says of its picture.
struct FreeImageLayout: Sendable {
  let size: PixelSize
  let format: RowFormat
  /// Bytes of a pixel as FreeImage keeps it.
  private let pixelBytes: Int
  private let color: SourceColor

  init(_ input: PictureInput) throws(CodecError) {
    let file = try FreeImageFile(input)
    let bitmap = try file.load(isHeader: true)
    let handle = bitmap.handle
    size = PixelSize(
      width: Int(FreeImage_GetWidth(handle)), height: Int(FreeImage_GetHeight(handle)))
    pixelBytes = Int(FreeImage_GetBPP(handle) + 7) / 8
    let isTranslucent = FreeImage_IsTransparent(handle) != 0
    var isLight = false
    switch bitmap.type {
    case Int32(FIT_BITMAP.rawValue): format = RowFormat(channels: isTranslucent ? .rgba : .rgb)
    case Int32(FIT_UINT16.rawValue): format = RowFormat(channels: .gray, depth: 16)
    case Int32(FIT_RGB16.rawValue): format = RowFormat(channels: .rgb, depth: 16)
    case Int32(FIT_RGBA16.rawValue): format = RowFormat(channels: .rgba, depth: 16)
    case Int32(FIT_FLOAT.rawValue), Int32(FIT_RGBF.rawValue), Int32(FIT_RGBAF.rawValue):
      isLight = true
      let channels: RowFormat.Channels =
        bitmap.type == Int32(FIT_FLOAT.rawValue) ? .gray : bitmap.type == Int32(FIT_RGBF.rawValue) ? .rgb : .rgba
      format = RowFormat(channels: channels, depth: 16)
    default:
      throw CodecError(.unsupported, "this kind of \(file.name) file is not supported")
    }
    color = isLight ? .linear : Self.color(of: handle, isGray: format.channels == .gray)
  }

  /// The profile, where it is one of such samples: FreeImage makes red, green and blue of inks.
  private static func color(
    of handle: UnsafeMutablePointer<FIBITMAP>, isGray: Bool
  ) -> SourceColor {
    guard let profile = FreeImage_GetICCProfile(handle)?.pointee, let data = profile.data,
      profile.size >= 128
    else { return .sRGB }
    let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(profile.size)))
    let space = bytes[16..<20]
    return space.elementsEqual((isGray ? "GRAY" : "RGB ").utf8) ? .icc(bytes) : .sRGB
  }

  /// The same for the codec.
  var header: PictureHeader {
    get throws(CodecError) {
      // Where it has to be brought into another form, both are there for a moment.
      let each = max(pixelBytes, 4) + (pixelBytes < 3 ? pixelBytes : 0)
      return PictureHeader(
        size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
        memory: try .whole(checkedProduct(size.width, size.height, each), of: size))
    }
  }
}
