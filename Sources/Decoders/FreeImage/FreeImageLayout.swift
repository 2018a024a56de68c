import CFreeImage
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// What the header of a file says of its picture.
struct FreeImageLayout: Sendable {
  let size: PixelSize
  /// The size of FreeImage's bitmap, of which the picture is what is at the top left.
  let loaded: PixelSize
  let format: RowFormat
  /// Whether rows are light in floats.
  let isLight: Bool
  /// Bytes of a pixel as FreeImage keeps it.
  private let pixelBytes: Int
  private let color: SourceColor

  /// The picture's place among those of the file.
  let number: Int
  private let pageCount: Int
  /// What was loaded to know all this: the picture, where FreeImage reads no header alone.
  let held: HeldBitmap
  /// Bytes of the pictures that are loaded together with it.
  private let otherBytes: Int

  /// Reads the header of a file, one of whose pages, from 0, is the picture: an icon's sizes, the
  /// largest first.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    let file = try FreeImageFile(input)
    let bitmaps =
      file.kind == Int32(FIF_ICO.rawValue)
      ? try file.loadSizes() : [try file.load(isHeader: true)]
    func area(_ index: Int) -> Int {
      let handle = bitmaps[index].handle
      return Int(FreeImage_GetWidth(handle)) * Int(FreeImage_GetHeight(handle))
    }
    // The earlier of two that are as large: programs write their best one first.
    let order = bitmaps.indices.sorted { (area($0), $1) > (area($1), $0) }
    guard order.indices.contains(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    number = order[page]
    pageCount = order.count
    otherBytes = order.count > 1 ? bitmaps.indices.reduce(0) { $0 + 8 * area($1) } : 0
    let bitmap = bitmaps[number]
    held = HeldBitmap(order.count == 1 ? bitmap : nil)
    let handle = bitmap.handle
    let loaded = PixelSize(
      width: Int(FreeImage_GetWidth(handle)), height: Int(FreeImage_GetHeight(handle)))
    self.loaded = loaded
    size = file.texture.flatMap { $0.told == loaded ? $0.size : nil } ?? loaded
    pixelBytes = Int(FreeImage_GetBPP(handle) + 7) / 8
    let isTranslucent = bitmap.isTranslucent
    var isFloat = false
    switch bitmap.type {
    case Int32(FIT_BITMAP.rawValue): format = RowFormat(channels: isTranslucent ? .rgba : .rgb)
    case Int32(FIT_UINT16.rawValue): format = RowFormat(channels: .gray, depth: 16)
    case Int32(FIT_RGB16.rawValue): format = RowFormat(channels: .rgb, depth: 16)
    case Int32(FIT_RGBA16.rawValue): format = RowFormat(channels: .rgba, depth: 16)
    case Int32(FIT_FLOAT.rawValue), Int32(FIT_RGBF.rawValue), Int32(FIT_RGBAF.rawValue):
      isFloat = true
      let channels: [Int32: RowFormat.Channels] = [
        Int32(FIT_FLOAT.rawValue): .gray, Int32(FIT_RGBF.rawValue): .rgb,
      ]
      format = RowFormat(
        channels: channels[bitmap.type] ?? .rgba, depth: input.acceptsLight ? 32 : 16)
    default:
      throw CodecError(.unsupported, "this kind of \(file.name) file is not supported")
    }
    isLight = isFloat && input.acceptsLight
    color = isFloat ? .linear : Self.color(of: handle, isGray: format.channels == .gray)
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
      let bytes = checkedProduct(loaded.width, loaded.height, each).map { $0 + otherBytes }
      var header = PictureHeader(
        size: size, format: format, color: color, hasAlpha: format.channels.hasAlpha,
        memory: try .whole(bytes, of: size), frameCount: pageCount)
      header.isLight = isLight
      return header
    }
  }
}
