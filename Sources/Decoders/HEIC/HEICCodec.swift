import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes HEIF files through libheif: HEVC's pictures, and whatever else it knows.
///
/// A page is decoded whole, on a thread of its own, upright already: EXIF's orientation does not
/// count. Then its planes are put together into rows as they are asked for.
final class HEICCodec: PictureCodec {
  let header: PictureHeader
  private let input: PictureInput
  private let page: Int
  private let layout: HEICLayout
  private let decodings: SharedDecodings<HEICPicture>
  private var pass: Pass?

  /// What is underway: a decoding, then rows.
  private struct Pass {
    let decoding: BackgroundDecoding<HEICPicture>
    var rows: HEICRows?
    var nextRow: Int
    let end: Int
  }

  /// Reads the boxes of a file, one of whose pages, from 0, is the picture.
  init(
    _ input: PictureInput, page: Int, decodings: SharedDecodings<HEICPicture>
  ) throws(DecodeFailure) {
    let items = try ISOItems(input)
    if items.brands.contains(where: { $0 == "avif" || $0 == "avis" }), items.types.contains("av01"),
      !items.types.contains("hvc1")
    {
      throw .isOther("AVIF")
    }
    let file = try HEICFile(input, page: page)
    layout = try HEICLayout(file)
    self.input = input
    self.page = page
    self.decodings = decodings
    var header = PictureHeader(
      size: layout.size, format: layout.format, color: layout.color,
      hasAlpha: layout.format.channels.hasAlpha, memory: layout.memory,
      frameCount: file.pageCount)
    header.sharesDecoding = true
    self.header = header
  }

  func beginPass(_ request: PassRequest) throws(DecodeFailure) -> PassLayout {
    let (input, page) = (input, page)
    let decoding = decodings.decoding(of: input, frame: page) { () throws(DecodeFailure) in
      try HEICPicture(input, page: page)
    }
    pass = Pass(
      decoding: decoding, nextRow: request.rows.lowerBound, end: request.rows.upperBound)
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(DecodeFailure) -> Int {
    guard let pass else { return 0 }
    guard let rows = pass.rows else {
      guard let picture = try pass.decoding.picture() else { return 0 }
      self.pass?.rows = try HEICRows(picture, layout)
      return 0
    }
    let count = min(most, pass.end - pass.nextRow)
    rows.copy(rows: pass.nextRow..<pass.nextRow + count, into: target, stride: stride)
    self.pass?.nextRow += count
    return count
  }

  /// Decoding is nearly all of the work, and tells nothing about how far it is.
  var passProgress: Double {
    guard let pass else { return 1 }
    guard pass.rows != nil else { return 0 }
    return 0.9 + 0.1 * Double(pass.nextRow) / Double(max(1, pass.end))
  }

  func endPass() { pass = nil }
}
