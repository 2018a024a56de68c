import DecoderProtocol
import Geometry

/// A picture that a library has decoded as a whole, with rows in any order.
///
/// One thread makes it and another reads it, so it must be immutable.
package protocol WholePicture: AnyObject, Sendable {
  /// Why some of its pixels are not from the file, as a sentence; `nil` if all are.
  var missing: String? { get }

  /// The peak brightness relative to white of a picture in light, if its header does not state it.
  var headroom: Double? { get }

  /// Copies a row, in the format of the header that it is served with.
  ///
  /// `row` counts from the picture's top; the target has room for the whole row.
  func copy(row: Int, into target: UnsafeMutableRawPointer)
}

extension WholePicture {
  /// The default: nothing is missing.
  package var missing: String? { nil }

  /// The default: the header states the headroom.
  package var headroom: Double? { nil }
}

extension BackgroundPass where Picture: WholePicture, Rows == Picture {
  /// Copies up to `most` rows, `stride` bytes apart, and returns their number; 0 while the picture
  /// is being decoded.
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

extension MemoryClass {
  /// The class of a picture of `size` pixels that takes `bytes` bytes in memory.
  ///
  /// Bytes beyond the picture's share may use most of the slack that every process has; beyond that
  /// it throws.
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

  /// The maximum size of such a picture, for the error message.
  private static func roomInWords(_ bytes: Int?, of size: PixelSize) -> String {
    guard let bytes, let area = size.area, area > 0 else { return "" }
    let each = Double(bytes) / Double(area)
    let share = each > 8 ? Double(beside) / (each - 8) : .infinity
    let pixels = min(share, Double(mostBytes + beside) / each)
    return " (the limit for pictures of this kind is \(Int(pixels / 1e6)) megapixels)"
  }

  /// The usable part of the slack that every process has.
  private static var beside: Int { 200 << 20 }
}

extension CodecError {
  /// The error for a picture that does not fit into memory.
  package static var noMemory: CodecError {
    CodecError(.tooLarge, "there is not enough memory to decode the picture")
  }
}
