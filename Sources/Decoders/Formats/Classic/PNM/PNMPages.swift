import DecoderKit
import DecoderProtocol
import Geometry

/// The pictures of a Netpbm file, each of which is a page.
///
/// A text picture is the last one: the format allows only one per file.
struct PNMPages {
  private let header: PNMHeader
  private let page: Int
  private let count: Int

  /// Reads the file's headers; throws if there is no such page.
  init(_ input: PictureInput, page: Int) throws(CodecError) {
    guard var next = try PNMHeader(input, at: 0) else {
      throw CodecError(.corrupt, "the PNM file is damaged (its header ends too early)")
    }
    var wanted = page == 0 ? next : nil
    var count = 1
    let byteCount = input.byteCount
    while count < Self.most, let end = next.end, end < byteCount,
      let following = try? PNMHeader(input, at: try Self.pictureStart(input, at: end))
    {
      if page == count { wanted = following }
      count += 1
      next = following
    }
    guard let wanted else { throw CodecError(.other, "the file has no page \(page)") }
    header = wanted
    self.page = page
    self.count = count
  }

  /// The maximum number of pages that the protocol allows.
  private static let most = 65536

  /// The offset after white space, which some programs write between pictures.
  private static func pictureStart(
    _ input: PictureInput, at offset: Int
  ) throws(CodecError) -> Int {
    let bytes = try input.bytes(at: offset, count: 16)
    return offset + bytes.prefix { TextReader.isSpace($0) }.count
  }

  func codec(of input: PictureInput) throws(CodecError) -> any PictureCodec {
    let (picture, format) = (header, header.format)
    let bytes = picture.rowBytes.flatMap { checkedProduct($0, picture.size.height) }
    if picture.rowBytes != nil {
      try input.checkClaim(bytes, from: picture.start, for: picture.size)
    }
    switch picture.coding {
    case .bits:
      return try StoredRowsCodec(
        .stored(picture.size, format, frameCount: count), of: input,
        rows: BitRows(width: picture.size.width, start: picture.start, isOneBlack: true))
    case .bytes:
      guard let rowBytes = picture.rowBytes, picture.end != nil else { throw .noMemory }
      return try StoredRowsCodec(
        .stored(picture.size, format, frameCount: count), of: input,
        rows: PNMRows(picture, rowBytes: rowBytes))
    case .numbers, .digits:
      let header = try PictureHeader.decodedWhole(picture.size, format, frameCount: count)
      return WholePictureCodec(header, of: input, page: page) {
        (progress) throws(CodecError) in
        try PNMLetters.decode(input, picture, progress)
      }
    }
  }
}
