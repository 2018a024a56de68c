import DecoderKit
import DecoderProtocol
import Geometry

/// Decodes JPEG files through libjpeg-turbo.
///
/// Rows that nobody wants are passed over without being transformed, columns are cropped, and a
/// preview is made by the transform itself at 1, 2 or 4 eighths. A file of several scans (most are
/// progressive ones) stands in memory as coefficients while a pass runs.
final class JPEGCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let isWhole: Bool
  private var pass: Pass?

  /// What is underway.
  private struct Pass {
    let reader: JPEGReader
    let wanted: Range<Int>
    let width: Int
    let unitHeight: Int
    var nextRow = 0
    var isReady = false
  }

  /// Pixels that are passed over, or read of a scan, in one call, so that a cancelled pass stops
  /// soon.
  private static let pixelsPerStep = 500_000

  /// Reads everything before the pixels.
  init(_ input: PictureInput) throws(DecodeFailure) {
    let reader = try JPEGReader(input, withMetadata: true)
    self.input = input
    header = PictureHeader(reader.header)
    isWhole = reader.header.is_whole
  }

  func beginPass(_ request: PassRequest) throws(DecodeFailure) -> PassLayout {
    let reader = try JPEGReader(input, withMetadata: false)
    guard case .eighths(let eighths) = request.source else {
      throw DecodeFailure(.other, "a JPEG file holds no smaller versions")
    }
    let layout = try reader.start(eighths: eighths, columns: request.columns)
    pass = Pass(
      reader: reader, wanted: request.rows, width: Int(layout.width),
      unitHeight: max(1, Int(layout.unit_height)))
    let first = Int(layout.first_column)
    return PassLayout(
      size: PixelSize(width: Int(layout.width), height: Int(layout.height)),
      firstRow: request.rows.lowerBound, columns: first..<first + Int(layout.column_count))
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(DecodeFailure) -> Int {
    guard var pass else { return 0 }
    defer {
      self.pass = pass
      if pass.reader.isCut {
        missing = "the file ends too early; the rest of the picture is missing"
      }
    }
    let unitsPerStep = max(1, Self.pixelsPerStep / (pass.width * pass.unitHeight))
    if !pass.isReady {
      pass.isReady = try pass.reader.prepare(units: unitsPerStep)
      if !pass.isReady { return 0 }
    }
    let before = pass.wanted.lowerBound - pass.nextRow
    if before > 0 {
      let count = min(before, unitsPerStep * pass.unitHeight)
      try pass.reader.skipRows(count)
      pass.nextRow += count
      return 0
    }
    let count = try pass.reader.readRows(into: rows, stride: stride, count: most)
    pass.nextRow += count
    guard count > 0 else {
      throw DecodeFailure(.corrupt, "the JPEG file has fewer rows than its header says")
    }
    return count
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    let rows = Double(pass.nextRow) / Double(max(pass.wanted.upperBound, 1))
    guard isWhole else { return rows }
    // How many scans there are is not known before their end: what can be told is that a
    // picture's bits are rarely more than a byte a pixel.
    if pass.isReady { return 0.75 + rows / 4 }
    let pixels = Double(header.size.width) * Double(header.size.height)
    let read = Double(pass.reader.offset)
    return 0.75 * read / (read + pixels / 4)
  }

  func endPass() { pass = nil }
}
