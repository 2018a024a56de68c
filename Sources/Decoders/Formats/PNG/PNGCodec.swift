import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Decodes PNG files with libpng.
///
/// Rows are streamed from the top; interlaced pictures have seven passes, which are collected in
/// memory, and their rows are delivered in the last one.
final class PNGCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let shape: RowShape
  private let isInterlaced: Bool
  private let rowBytes: Int
  private var pass: Pass?

  /// The running pass.
  private struct Pass {
    let reader: PNGReader
    var nextRow = 0
    var sweep = 0
    let wanted: Range<Int>
    /// The whole picture, if it is interlaced.
    var picture: UnsafeMutableRawPointer?
  }

  private static let sweeps = 7
  /// Pixels to skip in one call, so that a cancelled pass stops soon.
  private static let skippedPixels = 500_000

  /// Reads everything before the pixels of a file.
  init(_ input: PictureInput) throws(CodecError) {
    let reader = try PNGReader(input, .first)
    self.input = input
    var header = try PictureHeader(reader.header)
    header.isFine = true
    header.decodesSlowly = true
    header.useLight(where: input.acceptsLight)
    self.header = header
    shape = reader.shape
    isInterlaced = reader.header.is_interlaced
    rowBytes = Int(reader.header.row_bytes)
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let reader = try PNGReader(input, .again(shape))
    var pass = Pass(reader: reader, wanted: request.rows)
    if isInterlaced {
      guard let picture = calloc(header.size.height, rowBytes) else {
        throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
      }
      pass.picture = picture
    }
    self.pass = pass
    return PassLayout(wholeRowsOf: header.size, for: request)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard var pass else { return 0 }
    let count = try readRows(of: &pass, into: rows, stride: stride, most: most)
    self.pass = pass
    guard pass.reader.isCut else { return count }
    // A file without any row has nothing to show.
    guard pass.reader.hasRead else {
      throw CodecError(.corrupt, "the file ends before its first row of pixels")
    }
    missing = "the file ends too early; the rest of the picture is missing"
    return count
  }

  private func readRows(
    of pass: inout Pass, into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let picture = pass.picture {
      return try sweep(&pass, picture: picture, into: rows, stride: stride, most: most)
    }
    if pass.nextRow < pass.wanted.lowerBound {
      let count = min(
        pass.wanted.lowerBound - pass.nextRow, max(1, Self.skippedPixels / header.size.width))
      try pass.reader.skipRows(count)
      pass.nextRow += count
      return 0
    }
    let count = min(most, pass.wanted.upperBound - pass.nextRow)
    let whole = try pass.reader.readRows(into: rows, stride: stride, count: count)
    // Rows missing in a truncated file are blank.
    for row in whole..<count { memset(rows + row * stride, 0, rowBytes) }
    pass.nextRow += count
    try finishAtEnd(pass)
    return count
  }

  /// Reads rows of the current interlace pass; only the last one delivers rows.
  private func sweep(
    _ pass: inout Pass, picture: UnsafeMutableRawPointer, into rows: UnsafeMutableRawPointer,
    stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let height = header.size.height
    let isLast = pass.sweep == Self.sweeps - 1
    let goal = isLast && pass.nextRow >= pass.wanted.lowerBound ? pass.wanted.upperBound : height
    let count = min(most, goal - pass.nextRow)
    let start = picture + pass.nextRow * rowBytes
    _ = try pass.reader.readRows(into: start, stride: rowBytes, count: count)
    let firstRow = pass.nextRow
    pass.nextRow += count
    guard isLast else {
      if pass.nextRow == height {
        pass.nextRow = 0
        pass.sweep += 1
      }
      return 0
    }
    try finishAtEnd(pass)
    let first = max(firstRow, pass.wanted.lowerBound)
    for row in first..<max(first, pass.nextRow) {
      (rows + (row - first) * stride).copyMemory(
        from: picture + row * rowBytes, byteCount: rowBytes)
    }
    return max(0, pass.nextRow - first)
  }

  /// The data after the last row must be valid before that row is delivered.
  private func finishAtEnd(_ pass: Pass) throws(CodecError) {
    if pass.nextRow == header.size.height { try pass.reader.finish() }
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    let rows = Double(pass.nextRow)
    if pass.picture == nil { return rows / Double(max(pass.wanted.upperBound, 1)) }
    return (Double(pass.sweep) + rows / Double(header.size.height)) / Double(Self.sweeps)
  }

  func endPass() {
    free(pass?.picture)
    pass = nil
  }
}
