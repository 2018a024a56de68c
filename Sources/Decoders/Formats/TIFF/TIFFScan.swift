import DecoderKit
import DecoderProtocol
import Glibc

/// Searches a picture for its smallest and largest number, a few rows at a time.
///
/// If there are reductions, one of these is searched: a speck smaller than its pixels does
/// not matter, and a file of gigabytes is not read completely.
final class TIFFScan {
  private let pass: any TIFFPass
  private let rows: Int
  private let scratch: UnsafeMutableRawPointer
  private let stride: Int
  private var done = 0

  /// A reduction with this many pixels is enough.
  private static let enoughPixels = 1 << 20
  /// Rows per step.
  private static let rowsPerStep = 16

  /// A scan for `range`; it changes the file's current directory.
  init(
    _ file: TIFFFile, _ pages: TIFFPages, _ pixels: TIFFPixels, _ range: TIFFRange
  ) throws(CodecError) {
    let smallest = pages.reductions.last {
      $0.size.width * $0.size.height >= Self.enoughPixels
    }
    let directory = smallest ?? pages.picture
    try file.select(directory)
    pass = try directory.pass(
      over: [file], TIFFRowCopy(pixels, .looking(for: range)), rows: 0..<directory.size.height,
      columns: 0..<directory.size.width)
    rows = directory.size.height
    stride = directory.size.width * pixels.format.bytesPerPixel
    // Nothing is written to it: the pass only extends the range.
    guard let scratch = calloc(Self.rowsPerStep, stride) else {
      throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
    }
    self.scratch = scratch
  }

  deinit { free(scratch) }

  /// Progress, 0 to 1.
  var progress: Double { pass.progress }

  /// Continues the search; returns true once it is complete.
  func step() throws(CodecError) -> Bool {
    done += try pass.readRows(into: scratch, stride: stride, most: Self.rowsPerStep)
    return done >= rows
  }
}
