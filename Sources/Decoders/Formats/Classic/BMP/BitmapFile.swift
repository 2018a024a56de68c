import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A bitmap in a file of its own, or one of several in an OS/2 bitmap array.
struct BitmapFile {
  let header: BitmapHeader
  /// The offset of the pixels.
  let pixels: Int
  /// The number of bitmaps in the file.
  let pageCount: Int
  private let input: PictureInput

  /// Reads the headers of one of the file's bitmaps, from 0.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    let places = try Self.places(input)
    guard places.indices.contains(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    self.input = input
    pageCount = places.count
    var reader = ByteReader(input, at: places[page] + 10)
    let told = try reader.little32()
    header = try BitmapHeader(input, at: places[page] + 14)
    let least = header.paletteStart
    // Some files have no offset, or one inside the header.
    pixels = told >= least ? told : least + BitmapPalette.bytes(of: header)
  }

  /// The offsets of the bitmaps: the start, or those in an array.
  private static func places(_ input: PictureInput) throws(CodecError) -> [Int] {
    var places: [Int] = []
    var place = 0
    while places.count < mostPages {
      var reader = ByteReader(input, at: place)
      let mark = [try reader.byte(), try reader.byte()]
      guard mark == Array("BA".utf8) else {
        if places.isEmpty { places.append(place) }
        break
      }
      reader.skip(4)
      let next = try reader.little32()
      reader.skip(4)
      // OS/2 icons and pointers are stored in such arrays too.
      if [try reader.byte(), try reader.byte()] == Array("BM".utf8) { places.append(place + 14) }
      // Going backwards could loop forever.
      guard next > place else { break }
      place = next
    }
    guard !places.isEmpty else {
      throw CodecError(.unsupported, "this kind of BMP file is not supported (OS/2's icons)")
    }
    return places
  }

  /// More than any real file has.
  private static let mostPages = 256

  func codec(page: Int) throws(CodecError) -> any PictureCodec {
    switch header.storage {
    case .jpeg:
      let picture = try EmbeddedJPEG(input.part(from: pixels))
      let header = try PictureHeader.decodedWhole(
        picture.size, picture.format, color: picture.color, frameCount: pageCount)
      return WholePictureCodec(header, of: input, page: page) { (_) throws(CodecError) in
        try picture.picture()
      }
    case .png:
      let picture = try EmbeddedPNG(input.part(from: pixels))
      let header = try PictureHeader.decodedWhole(
        picture.size, picture.format, color: picture.color, frameCount: pageCount)
      return WholePictureCodec(header, of: input, page: page) { (_) throws(CodecError) in
        try picture.picture()
      }
    case .runs: return try runsCodec(page: page)
    case .rows: return try rowsCodec(page: page)
    }
  }

  private func checkSize() throws(CodecError) {
    _ = try PixelSize.said(header.size.width, header.size.height, by: "BMP")
    guard pixels < input.byteCount else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
  }

  private func rowsCodec(page: Int) throws(CodecError) -> any PictureCodec {
    try checkSize()
    try input.checkClaim(
      checkedProduct(header.stride, header.size.height), from: pixels, for: header.size)
    let stored = try BitmapPixels(input, header, at: pixels)
    let format = stored.rows.format
    guard !stored.isCut else {
      let info = try PictureHeader.decodedWhole(
        header.size, format, color: try color(), frameCount: pageCount)
      let (input, size) = (input, header.size)
      return WholePictureCodec(info, of: input, page: page) { (_) throws(CodecError) in
        try stored.picture(of: input, size: size)
      }
    }
    var info = PictureHeader(
      size: header.size, format: format, color: try color(), hasAlpha: format.channels.hasAlpha,
      memory: .streaming(rowBytes: 0), frameCount: pageCount)
    info.isFine = format.depth == 16
    return try StoredRowsCodec(info, of: input, rows: stored.rows)
  }

  private func color() throws(CodecError) -> SourceColor {
    header.bits == 64 ? .linear : try header.color(in: input)
  }

  private func runsCodec(page: Int) throws(CodecError) -> any PictureCodec {
    try checkSize()
    let runs = try BitmapRunsPicture(input, header, at: pixels)
    let info = try PictureHeader.decodedWhole(
      header.size, BitmapRunsPicture.format, color: try color(), frameCount: pageCount)
    return WholePictureCodec(info, of: input, page: page) { (progress) throws(CodecError) in
      try runs.picture(progress)
    }
  }
}
