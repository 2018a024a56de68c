import DecoderKit
import DecoderProtocol
import Glibc

/// Looks through a picture for its smallest and its largest number, a few rows at a time.
///
/// A picture that holds smaller versions is looked through in one of these: what shows at a pixel
/// of it counts, and a slide of gigabytes is not read for a single speck.
final class TIFFScan {
  private let pass: any TIFFPass
  private let rows: Int
  private let scratch: UnsafeMutableRawPointer
  private let stride: Int
  private var done = 0

  /// A version with as many pixels tells enough.
  private static let enoughPixels = 1 << 20
  /// Rows of one step.
  private static let rowsPerStep = 16

  /// A scan for `range`, of a file whose current directory is changed by it.
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
    // Zeroed by the kernel: nothing is ever written there.
    guard let scratch = calloc(Self.rowsPerStep, stride) else {
      throw CodecError(.tooLarge, "There is not enough memory to decode the picture.")
    }
    self.scratch = scratch
  }

  deinit { free(scratch) }

  /// How much is done, 0 to 1.
  var progress: Double { pass.progress }

  /// Looks through some more; whether that was the end of it.
  func step() throws(CodecError) -> Bool {
    done += try pass.readRows(into: scratch, stride: stride, most: Self.rowsPerStep)
    return done >= rows
  }
}
