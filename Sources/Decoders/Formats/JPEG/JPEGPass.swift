import DecoderProtocol
import JPEGReading

/// A pass over a JPEG file.
protocol JPEGPass: AnyObject {
  /// Delivers up to `most` rows and returns how many; 0 means progress towards them.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int
  /// Progress, 0 to 1.
  var progress: Double { get }
  /// True if the file ended before the picture did.
  var isCut: Bool { get }
  /// The parsed scans, for another pass; `nil` if the pass does not keep any.
  var scans: JPEGScans? { get }
}

extension JPEGParallelReader: JPEGPass {
  var scans: JPEGScans? { nil }
}
