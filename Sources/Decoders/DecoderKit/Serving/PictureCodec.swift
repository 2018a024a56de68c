import DecoderProtocol
import Geometry

/// What a format's decoder provides: a header, and passes over the picture's rows.
///
/// A codec is made after the lock-down with the picture's descriptor, reads the header, and is then
/// asked for passes, one at a time, each from the top of the file. All calls come from one thread.
/// It reads with `pread` or `read` only: no file is ever opened or mapped. Somebody may rewrite the
/// file meanwhile: a header that it reads again must have the `RowShape` of the first.
package protocol PictureCodec: AnyObject {
  /// What the header says.
  var header: PictureHeader { get }

  /// Starts a pass that must deliver at least the pixels that are asked for.
  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout

  /// Decodes the next rows, `stride` bytes apart, at most `most` of them.
  ///
  /// The answer is how many there are; 0 means that it worked, but only got nearer to the first
  /// row. A call should take a few milliseconds at most: between two of them the viewer's wishes
  /// are heard. All rows that were asked for must come in the end: of a file that is cut off what
  /// there is, then blank ones, and `missing` says why.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int

  /// How much of the running pass is done, 0 to 1.
  var passProgress: Double { get }

  /// Why some of the rows that were read are not the file's own, in words; `nil` while all are.
  ///
  /// Once it is set it stays: the picture is shown all the same, and the sentence with it.
  var missing: String? { get }

  /// How much brighter than white the brightest pixels of a picture in light are, where the header
  /// does not say it; `nil` as long as nobody knows.
  ///
  /// Once it is set it stays, so that a place looks the same in every view.
  var headroom: Double? { get }

  /// Ends the pass, wherever it stands, and gives its memory back.
  func endPass()
}

extension PictureCodec {
  /// Nothing is missing.
  package var missing: String? { nil }

  /// What the header says.
  package var headroom: Double? { nil }
}

/// Which pixels a pass is for, in stored pixels of its source.
package struct PassRequest: Hashable, Sendable {
  /// The rows that are wanted.
  package var rows: Range<Int>
  /// The columns that are wanted.
  package var columns: Range<Int>
  /// What of the file is read.
  package var source: PassSource
  /// Which frame of a picture in time, from 0.
  package var frame: Int

  /// Rows and columns of a source.
  package init(
    rows: Range<Int>, columns: Range<Int>, source: PassSource = .picture, frame: Int = 0
  ) {
    self.rows = rows
    self.columns = columns
    self.source = source
    self.frame = frame
  }
}

/// What a pass is going to deliver.
package struct PassLayout: Hashable, Sendable {
  /// The size of the pass's source.
  package var size: PixelSize
  /// The first row that `readRows` delivers; not after the first one wanted.
  package var firstRow: Int
  /// The columns that the rows hold; all that are wanted are among them.
  package var columns: Range<Int>
  /// Rows that the codec's library makes at once.
  ///
  /// As many may wait to be reduced, within bounds, so that the library goes on meanwhile.
  package var rowsAtOnce: Int

  /// Rows from one on, of some columns.
  package init(size: PixelSize, firstRow: Int, columns: Range<Int>, rowsAtOnce: Int = 1) {
    self.size = size
    self.firstRow = firstRow
    self.columns = columns
    self.rowsAtOnce = rowsAtOnce
  }
}
