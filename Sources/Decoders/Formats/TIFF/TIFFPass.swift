import CTIFF
import DecoderProtocol
import Geometry

extension TIFFDirectory {
  /// A pass over some rows, and at least some columns, of files whose current directory this is:
  /// one for each thread, at least one.
  func pass(
    over files: [TIFFFile], _ copy: TIFFRowCopy, rows: Range<Int>, columns: Range<Int>
  ) throws(CodecError) -> any TIFFPass {
    // libtiff loses its place between lines of JPEG of the old style.
    if isTiled || isSeparate || isWavelets || copy.isConverted || files.count > 1
      || compression == COMPRESSION_OJPEG
    {
      return try TIFFBlockPass(files, self, copy, rows: rows, columns: columns)
    }
    return try TIFFLinePass(files[0], self, copy, rows: rows)
  }
}

/// One pass over rows and columns of a directory, which is the file's current one meanwhile.
protocol TIFFPass: AnyObject {
  /// The columns that its rows hold.
  var columns: Range<Int> { get }
  /// The first row that it delivers.
  var firstRow: Int { get }
  /// Rows that are ready at once, after some time without any.
  var rowsAtOnce: Int { get }
  /// Whether blocks or lines could not be read after others could: they are blank.
  var hasGaps: Bool { get }
  /// How much is done, 0 to 1.
  var progress: Double { get }

  /// Delivers the next rows, or gets nearer to them and delivers none.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int
}
