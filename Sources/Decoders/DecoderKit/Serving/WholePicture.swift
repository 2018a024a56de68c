import DecoderProtocol
import Geometry

/// A picture that a library has decoded whole, and that gives its rows in any order.
///
/// One thread makes it, another reads it: what it holds must not change any more.
package protocol WholePicture: AnyObject, Sendable {
  /// Why some of its pixels are not the file's own, in words; `nil` where all are.
  var missing: String? { get }

  /// How much brighter than white its brightest pixels are, where it is one in light and its header
  /// does not say it.
  var headroom: Double? { get }

  /// Puts a row into memory, in the format of the header that it is served with.
  ///
  /// `row` is one of the picture's, from its top; there is room for the whole row.
  func copy(row: Int, into target: UnsafeMutableRawPointer)
}

extension WholePicture {
  /// Nothing is missing.
  package var missing: String? { nil }

  /// What the header says.
  package var headroom: Double? { nil }
}

extension BackgroundPass where Picture: WholePicture, Rows == Picture {
  /// Copies up to `most` rows, `stride` bytes apart, and says how many; 0 while the picture is not
  /// decoded yet.
  ///
  /// `begin` is called once, with the decoded picture.
  package mutating func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int, begin: (Picture) -> Void
  ) throws(CodecError) -> Int {
    try readRows(most: most) { (picture) throws(CodecError) in
      begin(picture)
      return picture
    } copy: { (picture, rows) throws(CodecError) in
      for row in rows { picture.copy(row: row, into: target + (row - rows.lowerBound) * stride) }
      return rows.count
    }
  }
}

/// The codec of a format whose library decodes a picture in one long call.
///
/// The picture is decoded on a thread of its own (`BackgroundDecoding`); passes that run side by
/// side share it.
package final class WholePictureCodec<Picture: WholePicture>: PictureCodec {
  package let header: PictureHeader
  package private(set) var missing: String?
  package private(set) var headroom: Double?
  private let begin: () -> BackgroundDecoding<Picture>
  private var pass: BackgroundPass<Picture, Picture>?

  /// A codec of one frame of a file whose header has been read; `decode` does the long call.
  ///
  /// `header` describes the rows that the picture gives. `decode` uses what the header was made of,
  /// or reads that again and checks its `RowShape`. It must throw where the picture turns out to be
  /// of another size than the header said.
  package init(
    _ header: PictureHeader, of input: PictureInput, frame: Int = 0,
    sharing decodings: SharedDecodings<Picture>,
    _ decode: @escaping @Sendable (DecodingProgress) throws(CodecError) -> Picture
  ) {
    var header = header
    header.sharesDecoding = true
    self.header = header
    begin = { decodings.decoding(of: input, frame: frame, decode) }
  }

  package func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = BackgroundPass(begin(), rows: request.rows)
    return PassLayout(
      size: header.size, firstRow: request.rows.lowerBound, columns: 0..<header.size.width)
  }

  package func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    try pass?.readRows(into: target, stride: stride, most: most) { picture in
      missing = picture.missing
      headroom = picture.headroom
    } ?? 0
  }

  package var passProgress: Double { pass?.progress ?? 1 }

  package func endPass() { pass = nil }
}

extension MemoryClass {
  /// The class of a picture of `size` pixels that stands in memory whole, in `bytes` bytes.
  ///
  /// What goes beyond a picture's share may take most of what every process has beside it; what
  /// goes beyond that as well throws a sentence.
  package static func whole(_ bytes: Int?, of size: PixelSize) throws(CodecError) -> MemoryClass {
    let most = (checkedProduct(size.width, size.height, 8)).map {
      min(max($0, floor), mostBytes)
    }
    guard let bytes, let most, bytes <= most + beside else {
      throw CodecError(
        .tooLarge,
        "the picture is too large to be decoded: \(size.width) × \(size.height) pixels"
          + roomInWords(bytes, of: size))
    }
    return .whole(bytes: min(bytes, most))
  }

  /// How large a picture of that kind may be, for who has one that is too large.
  private static func roomInWords(_ bytes: Int?, of size: PixelSize) -> String {
    guard let bytes, let area = size.area, area > 0 else { return "" }
    let each = Double(bytes) / Double(area)
    let share = each > 8 ? Double(beside) / (each - 8) : .infinity
    let pixels = min(share, Double(mostBytes + beside) / each)
    return " (up to \(Int(pixels / 1e6)) megapixels of this kind can be)"
  }

  /// Most of what every process may add to its class.
  private static var beside: Int { 200 << 20 }
}

extension CodecError {
  /// There is no room for the picture.
  package static var noMemory: CodecError {
    CodecError(.tooLarge, "there is not enough memory to decode the picture")
  }
}
