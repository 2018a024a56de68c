import DecoderKit
import DecoderProtocol
import Geometry

/// One of an icon's pictures, with its header read.
struct IconEntry {
  /// How the picture is stored.
  enum Content {
    case png(EmbeddedPNG)
    /// A bitmap without a file header; `mask` is the offset of its mask, if it has one.
    case bitmap(BitmapHeader, pixels: Int, mask: Int?)
  }

  let content: Content

  /// The size of the picture.
  var size: PixelSize {
    switch content {
    case .png(let picture): picture.size
    case .bitmap(let header, _, _): header.size
    }
  }

  /// Bits per pixel.
  var bits: Int {
    switch content {
    case .png(let picture): picture.format.bytesPerPixel * 8
    case .bitmap(let header, _, _): header.bits
    }
  }

  /// Reads the headers of an entry: 16 bytes of the directory.
  init(_ input: PictureInput, entry: [UInt8]) throws(CodecError) {
    func long(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(entry[place + $1]) << (8 * $1) }
    }
    let (count, start) = (long(8), long(12))
    if EmbeddedPNG.begins(try input.bytes(at: start, count: 8)) {
      content = .png(try EmbeddedPNG(input.part(from: start)))
      return
    }
    var header = try BitmapHeader(input, at: start, inIcon: true)
    guard header.storage == .rows, header.bits <= 32 else {
      throw CodecError(.unsupported, "this kind of icon is not supported")
    }
    // Some programs omit the mask's rows, so that the height is the picture's; others have the
    // doubled height in the directory too. The entry's size distinguishes the two.
    let told = PixelSize(width: Int(entry[0]), height: Int(entry[1]))
    var hasMask = true
    if told.height > 1, told == PixelSize(width: header.size.width, height: header.fullHeight),
      header.paletteStart + BitmapPalette.bytes(of: header) - start
        + header.stride * header.fullHeight <= count
    {
      header = header.with(height: header.fullHeight)
      hasMask = false
    }
    guard !header.size.isEmpty else {
      throw CodecError(.corrupt, "the icon is damaged (its picture has no pixels)")
    }
    let pixels = header.paletteStart + BitmapPalette.bytes(of: header)
    guard let stored = checkedProduct(header.stride, header.size.height),
      stored <= MemoryClass.mostBytes
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    guard pixels < input.byteCount else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    let mask = pixels + stored
    let maskBytes = (header.size.width + 31) / 32 * 4 * header.size.height
    // Pictures with alpha may have no mask; another picture may follow instead.
    if header.bits == 32, mask + maskBytes > start + count { hasMask = false }
    content = .bitmap(header, pixels: pixels, mask: hasMask ? mask : nil)
  }

  /// The format of its pixels, and their colour space.
  func header(of input: PictureInput, frameCount: Int) throws(CodecError) -> PictureHeader {
    switch content {
    case .png(let picture):
      return try .decodedWhole(
        picture.size, picture.format, color: picture.color, frameCount: frameCount)
    case .bitmap(let header, let pixels, _):
      let format = try BitmapPixels(input, header, at: pixels, hasAlpha: true).rows.format
      return try .decodedWhole(
        header.size, format, color: try header.color(in: input), frameCount: frameCount)
    }
  }

  func picture(of input: PictureInput) throws(CodecError) -> DecodedPicture {
    switch content {
    case .png(let picture): return try picture.picture()
    case .bitmap(let header, let start, let mask):
      let pixels = try BitmapPixels(input, header, at: start, hasAlpha: true)
      let picture = try pixels.picture(of: input, size: header.size)
      // If alpha is zero everywhere, it is unused and the mask applies.
      if !pixels.usesAlpha, let mask { try Self.apply(mask, of: input, header, to: picture) }
      return picture
    }
  }

  /// Makes the mask's pixels transparent; its rows have the picture's order.
  private static func apply(
    _ start: Int, of input: PictureInput, _ header: BitmapHeader, to picture: DecodedPicture
  ) throws(CodecError) {
    let size = header.size
    let rowBytes = (size.width + 31) / 32 * 4
    let each = picture.rowBytes / size.width
    for stored in 0..<size.height {
      let bits = try input.bytes(at: start + stored * rowBytes, count: rowBytes)
      guard bits.count == rowBytes else {
        picture.missing = .endsTooEarly
        return
      }
      let row = picture.row(header.isTopDown ? stored : size.height - 1 - stored)
      for x in 0..<size.width where bits[x / 8] << UInt8(x % 8) & 0x80 != 0 {
        row[x * each..<(x + 1) * each].initializeMemory(as: UInt8.self, repeating: 0)
      }
    }
  }
}
