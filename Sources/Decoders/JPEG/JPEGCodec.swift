import DecoderKit
import DecoderProtocol
import Geometry
import JPEGReading

/// Decodes JPEG files through libjpeg-turbo.
///
/// Rows that nobody wants are passed over without being transformed, columns are cropped, and a
/// small preview is made by the transform itself at 1, 2 or 4 eighths. A file of several scans
/// (most are progressive ones) stands in memory as coefficients while a pass runs; its preview is
/// made of the first scans alone.
final class JPEGCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let isWhole: Bool
  private let spare: SpareScans
  private var pass: (any JPEGPass)?

  /// Below so many pixels scans are read without a thread of their own.
  private static let fewPixels = 300_000

  /// Reads everything before the pixels.
  init(_ input: PictureInput, spare: SpareScans) throws(CodecError) {
    let reader = try JPEGReader(input, withMetadata: true)
    self.input = input
    self.spare = spare
    header = PictureHeader(reader.header)
    isWhole = reader.header.is_whole
  }

  deinit { endPass() }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    guard case .eighths(let eighths) = request.source else {
      throw CodecError(.other, "a JPEG file holds no smaller versions")
    }
    endPass()
    return isWhole
      ? try beginScans(request, eighths: eighths) : try beginRows(request, eighths: eighths)
  }

  private func beginRows(_ request: PassRequest, eighths: Int) throws(CodecError) -> PassLayout {
    let reader = try JPEGReader(input, withMetadata: false)
    let layout = try reader.start(eighths: eighths, columns: request.columns)
    pass = JPEGRowPass(
      reader, rows: request.rows, width: Int(layout.width), unitHeight: Int(layout.unit_height))
    let first = Int(layout.first_column)
    return PassLayout(
      size: PixelSize(width: Int(layout.width), height: Int(layout.height)),
      firstRow: request.rows.lowerBound, columns: first..<first + Int(layout.column_count))
  }

  private func beginScans(_ request: PassRequest, eighths: Int) throws(CodecError) -> PassLayout {
    let pixels = header.size.width * header.size.height
    let scans = try spare.take(of: input) { () throws(CodecError) in
      try JPEGScans(
        input, pixelsPerStep: JPEGRowPass.pixelsPerStep, isThreaded: pixels > Self.fewPixels)
    }
    var size = header.size
    if eighths == 8 {
      pass = JPEGScanPass(scans, rows: request.rows, pixels: pixels)
    } else {
      size = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
      pass = JPEGMeansPass(scans, rows: request.rows)
    }
    return PassLayout(
      size: size, firstRow: request.rows.lowerBound, columns: 0..<size.width)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    defer {
      if pass.isCut { missing = "the file ends too early; the rest of the picture is missing" }
    }
    return try pass.readRows(into: rows, stride: stride, most: most)
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() {
    if let scans = pass?.scans { spare.give(scans, of: input) }
    pass = nil
  }
}
