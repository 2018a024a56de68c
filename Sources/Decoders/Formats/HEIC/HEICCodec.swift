import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes HEIF files with libheif: HEVC and any other codec that it supports.
///
/// A page is decoded as a whole on its own thread, and comes upright: EXIF's orientation is
/// ignored. Its planes are then interleaved into rows on demand. A large grid is decoded tile by
/// tile, if libheif supports that.
final class HEICCodec: PictureCodec {
  let header: PictureHeader
  private let input: PictureInput
  private let page: Int
  private let layout: HEICLayout
  private let decodings: SharedDecodings<HEICPicture>
  private var pass: BackgroundPass<HEICPicture, HEICRows>?
  private var tilePass: HEICTilePass?

  /// Parses a file's boxes for one of its pages, from 0.
  init(
    _ input: PictureInput, page: Int, decodings: SharedDecodings<HEICPicture>
  ) throws(CodecError) {
    let items = try ISOItems(input)
    if items.brands.contains(where: { $0 == "avif" || $0 == "avis" }), items.types.contains("av01"),
      !items.types.contains("hvc1")
    {
      throw .isOther("AVIF")
    }
    let file = try HEICFile(input, .first, page: page)
    layout = try HEICLayout(file)
    self.input = input
    self.page = page
    self.decodings = decodings
    var header = PictureHeader(
      size: layout.size, orientation: layout.orientation, format: layout.format,
      color: layout.color,
      hasAlpha: layout.format.channels.hasAlpha, memory: layout.memory,
      frameCount: file.pageCount)
    header.sharesDecoding = layout.tiles == nil
    header.isFine = true
    header.useLight(where: input.acceptsLight)
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let (input, page, shape) = (input, page, layout.shape)
    if let tiles = layout.tiles {
      let file = try HEICFile(input, .again(shape), page: page)
      let pass = try HEICTilePass(file, tiles, size: header.size, format: header.format, request)
      tilePass = pass
      return pass.layout
    }
    let decoding = decodings.decoding(of: input, frame: page) { (progress) throws(CodecError) in
      try HEICPicture(input, page: page, like: shape, progress: progress)
    }
    pass = BackgroundPass(decoding, rows: request.rows)
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let tilePass { return try tilePass.readRows(into: target, stride: stride, most: most) }
    return try pass?.readRows(most: most) { (picture) throws(CodecError) in
      try HEICRows(picture, size: layout.size, format: layout.format)
    } copy: { (picture, rows) in
      picture.copy(rows: rows, into: target, stride: stride)
      return rows.count
    } ?? 0
  }

  var passProgress: Double { tilePass?.progress ?? pass?.progress ?? 1 }

  func endPass() {
    pass = nil
    tilePass = nil
  }
}
