import DecoderProtocol

/// The rows of a multi-scan picture, delivered once all scans have been parsed.
final class JPEGScanPass: JPEGPass {
  let scans: JPEGScans?
  private let source: JPEGScans
  private let wanted: Range<Int>
  private let pixels: Int
  private var rows: JPEGRowPass?

  /// A pass over some rows of a picture of `pixels` pixels.
  init(_ scans: JPEGScans, rows wanted: Range<Int>, pixels: Int) {
    self.scans = scans
    source = scans
    self.wanted = wanted
    self.pixels = pixels
  }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let rows { return try rows.readRows(into: target, stride: stride, most: most) }
    guard let reader = try source.rows() else { return 0 }
    let header = reader.header
    rows = JPEGRowPass(reader, rows: wanted, width: Int(header.width), unitHeight: 8)
    return 0
  }

  /// The number of scans is unknown before the end, so progress approaches 0.75 with the bytes
  /// read; pictures rarely have more than a byte per pixel.
  var progress: Double {
    if let rows { return 0.75 + rows.progress / 4 }
    let read = Double(source.bytesRead)
    return 0.75 * read / (read + Double(pixels) / 4)
  }

  var isCut: Bool { rows?.isCut ?? false }
}
