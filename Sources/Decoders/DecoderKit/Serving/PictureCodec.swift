import DecoderProtocol
import Geometry

/// A format's decoder: a header, and passes over the picture's rows.
///
/// A codec is created after entering the sandbox with the picture's descriptor, reads the header,
/// and then runs passes, one at a time, each from the top of the file. All calls come from one
/// thread. It uses only `pread` and `read`, and never opens or maps a file. The file may be
/// rewritten meanwhile: if the codec reads the header again, its `RowShape` must match the first.
package protocol PictureCodec: AnyObject {
  /// The picture's header.
  var header: PictureHeader { get }

  /// Starts a pass that delivers at least the requested pixels.
  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout

  /// Decodes up to `most` of the next rows, `stride` bytes apart.
  ///
  /// Returns the number of rows; 0 means progress towards the first row. A call should take a few
  /// milliseconds at most, since the viewer's messages are handled between calls. All requested
  /// rows must eventually be delivered: for a truncated file the ones that exist, then blank ones,
  /// with the reason in `missing`.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int

  /// The progress of the running pass, 0 to 1.
  var passProgress: Double { get }

  /// Why some of the rows read are not from the file, as a sentence; `nil` while all are.
  ///
  /// Once set it does not change: the picture is shown anyway, with the sentence.
  var missing: String? { get }

  /// The peak brightness relative to white of a picture in light, if the header does not state it;
  /// `nil` while unknown.
  ///
  /// Once set it does not change, so that all views show the same brightness.
  var headroom: Double? { get }

  /// Ends the pass wherever it is, and frees its memory.
  func endPass()
}

extension PictureCodec {
  /// Begins a pass over a source of a size; returns its layout and the bytes of its rows.
  ///
  /// Throws if the layout lacks what was requested.
  func begin(
    _ request: PassRequest, of size: PixelSize
  ) throws(CodecError) -> (layout: PassLayout, stride: Int) {
    let layout = try beginPass(request)
    guard layout.size == size, layout.firstRow <= request.rows.lowerBound,
      layout.columns.lowerBound <= request.columns.lowerBound,
      layout.columns.upperBound >= request.columns.upperBound,
      let stride = checkedProduct(layout.columns.count, header.format.bytesPerPixel), stride > 0
    else { throw CodecError(.other, "the codec started a pass that was not requested") }
    return (layout, stride)
  }

  /// The default: nothing is missing.
  package var missing: String? { nil }

  /// The default: the header states the headroom.
  package var headroom: Double? { nil }
}

/// The pixels that a pass needs, in stored pixels of its source.
package struct PassRequest: Hashable, Sendable {
  /// The wanted rows.
  package var rows: Range<Int>
  /// The wanted columns.
  package var columns: Range<Int>
  /// The part of the file to read.
  package var source = PassSource.picture
  /// The frame of an animation, from 0.
  package var frame = 0
}

/// The output of a pass.
package struct PassLayout: Hashable, Sendable {
  /// The size of the pass's source.
  package var size: PixelSize
  /// The first row that `readRows` delivers; at or before the first wanted row.
  package var firstRow: Int
  /// The columns in each row; they include all wanted columns.
  package var columns: Range<Int>
  /// The number of rows that the codec's library decodes at once.
  ///
  /// The pass buffers this many, within limits, so that the library need not wait.
  package var rowsAtOnce: Int

  /// A layout of rows from `firstRow` on.
  package init(size: PixelSize, firstRow: Int, columns: Range<Int>, rowsAtOnce: Int = 1) {
    self.size = size
    self.firstRow = firstRow
    self.columns = columns
    self.rowsAtOnce = rowsAtOnce
  }

  /// A layout of whole rows of a picture, from the first wanted one on.
  package init(wholeRowsOf size: PixelSize, for request: PassRequest, rowsAtOnce: Int = 1) {
    self.init(
      size: size, firstRow: request.rows.lowerBound, columns: 0..<size.width,
      rowsAtOnce: rowsAtOnce)
  }
}
