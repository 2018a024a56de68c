import DecoderProtocol

/// The rows of a picture whose scans are all read before.
final class JPEGScanPass: JPEGPass {
  let scans: JPEGScans?
  private let source: JPEGScans
  private let wanted: Range<Int>
  private let pixels: Int
  private var rows: JPEGRowPass?

  /// Some rows of a picture of so many pixels.
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

  /// How many scans there are is not known before their end: what can be told is that a picture's
  /// bits are rarely more than a byte a pixel.
  var progress: Double {
    if let rows { return 0.75 + rows.progress / 4 }
    let read = Double(source.bytesRead)
    return 0.75 * read / (read + Double(pixels) / 4)
  }

  var isCut: Bool { rows?.isCut ?? false }
}
