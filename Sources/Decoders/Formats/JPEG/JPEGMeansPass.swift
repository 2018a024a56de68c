import DecoderProtocol

/// The rows of a progressive picture's first scans, at an eighth of its size.
final class JPEGMeansPass: JPEGPass {
  let scans: JPEGScans?
  private let source: JPEGScans
  private let wanted: Range<Int>
  private var nextRow: Int

  /// A pass over some rows of the picture at an eighth of its size.
  init(_ scans: JPEGScans, rows wanted: Range<Int>) {
    self.scans = scans
    source = scans
    self.wanted = wanted
    nextRow = wanted.lowerBound
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let means = try source.means() else { return 0 }
    let count = min(most, min(wanted.upperBound, means.size.height) - nextRow)
    guard count > 0 else { throw CodecError(.other, "the preview has no more rows") }
    for row in 0..<count {
      let target = rows + row * stride
      means.copyRow(nextRow + row, into: target.assumingMemoryBound(to: UInt8.self))
    }
    nextRow += count
    return count
  }

  var progress: Double { Double(nextRow) / Double(max(wanted.upperBound, 1)) }
  var isCut: Bool { false }
}
