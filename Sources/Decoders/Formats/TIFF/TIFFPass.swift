import CTIFF
import DecoderProtocol
import Geometry

extension TIFFDirectory {
  /// A pass over some rows, and at least some columns, of this directory, which must be current in
  /// each of `files`: one for each thread.
  func pass(
    over files: [TIFFFile], _ copy: TIFFRowCopy, rows: Range<Int>, columns: Range<Int>
  ) throws(CodecError) -> any TIFFPass {
    // libtiff loses its place between lines of old-style JPEG.
    if isTiled || isSeparate || isWavelets || copy.isConverted || files.count > 1
      || compression == COMPRESSION_OJPEG
    {
      return try TIFFBlockPass(files, self, copy, rows: rows, columns: columns)
    }
    return try TIFFLinePass(files[0], self, copy, rows: rows)
  }
}

/// A pass over rows and columns of a directory, which must stay the file's current one.
protocol TIFFPass: AnyObject {
  /// The columns of its rows.
  var columns: Range<Int> { get }
  /// The first row that it delivers.
  var firstRow: Int { get }
  /// The number of rows that become ready at once.
  var rowsAtOnce: Int { get }
  /// True if some blocks or lines could not be read; they are blank.
  var hasGaps: Bool { get }
  /// Progress, 0 to 1.
  var progress: Double { get }

  /// Delivers the next rows, or gets nearer to them and delivers none.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int
}
