import CJP2
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import JP2Reading
import Resampling

/// A pass over a tiled picture: the wanted tiles of a tile row are collected in a band, from which
/// rows are delivered.
final class JP2TilePass {
  let columns: Range<Int>
  let firstRow: Int
  /// True if tiles could not be decoded completely.
  private(set) var hasGaps = false
  private let input: PictureInput
  private let layout: JP2Layout
  private let halvings: Int
  private let end: Int
  private let tileColumns: Range<Int>
  private let band: UnsafeMutableRawPointer
  private let bandBytes: Int
  private let bandStride: Int
  private let pixelBytes: Int
  private var file: JP2File?
  private var hasDecoded = false
  private var nextRow: Int
  private var nextTile: Int
  private var tileRow: Int

  /// A pass over some rows and columns of the picture, halved a number of times.
  init(
    _ input: PictureInput, _ layout: JP2Layout, halvings: Int, _ request: PassRequest
  ) throws(CodecError) {
    let grid = layout.grid
    func isWanted(_ part: Range<Int>, _ wanted: Range<Int>) -> Bool {
      part.lowerBound < wanted.upperBound && part.upperBound > wanted.lowerBound
    }
    let wanted = (0..<grid.tiling.columns).filter {
      isWanted(grid.columns(ofTile: $0, halvings: halvings), request.columns)
    }
    let first = (0..<grid.tiling.rows).first {
      isWanted(grid.rows(ofTile: $0, halvings: halvings), request.rows)
    }
    guard let left = wanted.first, let right = wanted.last, let first else {
      throw CodecError(.other, "the pass has no tiles")
    }
    tileColumns = left..<right + 1
    columns =
      grid.columns(ofTile: left, halvings: halvings)
      .lowerBound..<grid.columns(
        ofTile: right, halvings: halvings
      ).upperBound
    let height = dividedRoundingUp(grid.tiling.height, by: 1 << halvings) + 1
    pixelBytes = layout.meaning.format.bytesPerPixel
    bandStride = columns.count * pixelBytes
    guard let bytes = checkedProduct(bandStride, height), let band = malloc(max(1, bytes)) else {
      throw CodecError.noMemory
    }
    self.band = band
    bandBytes = bytes
    self.input = input
    self.layout = layout
    self.halvings = halvings
    tileRow = first
    nextTile = left
    firstRow = request.rows.lowerBound
    nextRow = firstRow
    end = request.rows.upperBound
  }

  deinit { free(band) }

  var progress: Double { Double(nextRow - firstRow) / Double(max(1, end - firstRow)) }

  /// Delivers the next rows, or decodes one more tile and delivers none.
  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if nextTile < tileColumns.upperBound {
      try addTile(nextTile)
      nextTile += 1
      if nextTile < tileColumns.upperBound { return 0 }
    }
    let rows = layout.grid.rows(ofTile: tileRow, halvings: halvings)
    let count = min(most, min(rows.upperBound, end) - nextRow)
    for index in 0..<max(0, count) {
      (target + index * stride).copyMemory(
        from: band + (nextRow + index - rows.lowerBound) * bandStride, byteCount: bandStride)
    }
    nextRow += max(0, count)
    if nextRow >= rows.upperBound, nextRow < end {
      tileRow += 1
      nextTile = tileColumns.lowerBound
    }
    return max(0, count)
  }

  private func addTile(_ column: Int) throws(CodecError) {
    let columns = layout.grid.columns(ofTile: column, halvings: halvings)
    let rows = layout.grid.rows(ofTile: tileRow, halvings: halvings)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let place = (columns.lowerBound - self.columns.lowerBound) * pixelBytes
    let bytes = columns.count * pixelBytes
    let number = tileRow * layout.grid.tiling.columns + column
    guard let decoded = try decode(number), decoded.size.width == columns.count,
      decoded.size.height == rows.count
    else {
      // A partly readable picture is worth showing.
      guard hasDecoded || number > 0 else {
        throw CodecError(.corrupt, "the JPEG 2000 file is damaged, or ends too early")
      }
      hasGaps = true
      for row in 0..<rows.count { memset(band + row * bandStride + place, 0, bytes) }
      return
    }
    hasDecoded = true
    for row in 0..<rows.count { decoded.copy(row: row, into: band + row * bandStride + place) }
  }

  /// Decodes a tile strictly, then leniently.
  ///
  /// After many failures in a row the rest counts as missing: openjpeg searches the whole file for
  /// each tile.
  private func decode(_ number: Int) throws(CodecError) -> JP2Rows? {
    guard failures < Self.mostFailures else { return nil }
    for isStrict in [true, false] {
      do throws(CodecError) {
        let file = try opened(isStrict: isStrict)
        // An instance can't be used after a failure, so it is kept only after a success.
        self.file = nil
        try file.decode(tile: number)
        // A lenient instance does not report missing data.
        if !isStrict { hasGaps = true }
        if isStrict, layout.sharesInstances { self.file = file }
        unshared = self.file == nil ? file : nil
        failures = isStrict ? 0 : failures + 1
        return JP2Rows(file.image.pointee, layout.meaning)
      } catch {
        if error.code == .unreadable { throw error }
      }
    }
    failures += 1
    return nil
  }

  /// Successive tiles that were missing or incomplete.
  private var failures = 0
  private static let mostFailures = 32

  private func opened(isStrict: Bool) throws(CodecError) -> JP2File {
    if let file { return file }
    return try JP2File(input, .again(layout.shape), halvings: halvings, isStrict: isStrict)
  }

  /// The instance with the last tile's samples, if it is not `file`.
  private var unshared: JP2File?
}
