import DecoderProtocol

/// A pass over a picture that is decoded whole in the background, and then delivered in rows.
///
/// `Rows` is what turns a decoded picture into rows.
package struct BackgroundPass<Picture: AnyObject & Sendable, Rows> {
  private let decoding: BackgroundDecoding<Picture>
  private var rows: Rows?
  private var next: Int
  private let end: Int

  /// A pass over some rows, from the top.
  package init(_ decoding: BackgroundDecoding<Picture>, rows: Range<Int>) {
    self.decoding = decoding
    next = rows.lowerBound
    end = rows.upperBound
  }

  /// Delivers up to `most` rows and says how many; 0 while the picture is being decoded.
  ///
  /// `begin` is called once, with the decoded picture. `copy` delivers rows, from the first of those
  /// it is given on, and says how many.
  package mutating func readRows(
    most: Int, begin: (Picture) throws(DecodeFailure) -> Rows,
    copy: (Rows, Range<Int>) throws(DecodeFailure) -> Int
  ) throws(DecodeFailure) -> Int {
    guard let rows else {
      guard let picture = try decoding.picture() else { return 0 }
      rows = try begin(picture)
      return 0
    }
    let count = try copy(rows, next..<min(next + most, end))
    next += count
    return count
  }

  /// How much is done, 0 to 1.
  ///
  /// Decoding is nearly all of the work; not every library tells how far it is.
  package var progress: Double {
    rows == nil ? 0.9 * decoding.progress : 0.9 + 0.1 * Double(next) / Double(max(1, end))
  }
}
