import CHEIF
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A pass over a grid, tile by tile; only the wanted tiles are decoded, and one row of tiles is in
/// memory.
final class HEICTilePass {
  let layout: PassLayout
  private let file: HEICFile
  private let tiles: HEICTiles
  private let size: PixelSize
  private let format: RowFormat
  /// The tile columns to decode.
  private let columns: Range<Int>
  private let end: Int
  /// The finished rows of the decoded tiles of a tile row.
  private let band: UnsafeMutableRawPointer
  /// The tile row that the band has, or is being filled with.
  private var bandRow: Int
  private var nextColumn: Int
  private var nextRow: Int

  /// A pass over a file whose boxes have been checked.
  init(
    _ file: HEICFile, _ tiles: HEICTiles, size: PixelSize, format: RowFormat, _ request: PassRequest
  ) throws(CodecError) {
    self.file = file
    self.tiles = tiles
    self.size = size
    self.format = format
    let (width, height) = (tiles.size.width, tiles.size.height)
    columns = request.columns.lowerBound / width..<(request.columns.upperBound + width - 1) / width
    bandRow = request.rows.lowerBound / height
    nextColumn = columns.lowerBound
    nextRow = request.rows.lowerBound
    end = request.rows.upperBound
    layout = PassLayout(
      size: size, firstRow: nextRow,
      columns: columns.lowerBound * width..<min(size.width, columns.upperBound * width),
      rowsAtOnce: height)
    guard let bytes = checkedProduct(columns.count * width * format.bytesPerPixel, height),
      let band = malloc(bytes)
    else { throw .noMemory }
    self.band = band
  }

  deinit { free(band) }

  /// Progress by rows, 0 to 1.
  var progress: Double {
    let (first, count) = (layout.firstRow, max(1, end - layout.firstRow))
    return Double(nextRow - first) / Double(count)
  }

  private var bandStride: Int { columns.count * tiles.size.width * format.bytesPerPixel }

  /// Decodes a tile, or copies rows of the decoded ones.
  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard nextRow < end else { return 0 }
    if nextColumn < columns.upperBound {
      try decodeTile()
      return 0
    }
    let bandEnd = min(end, (bandRow + 1) * tiles.size.height)
    let count = min(most, bandEnd - nextRow)
    for index in 0..<count {
      let row = nextRow + index - bandRow * tiles.size.height
      (target + index * stride).copyMemory(
        from: band + row * bandStride,
        byteCount: layout.columns.count * format.bytesPerPixel)
    }
    nextRow += count
    if nextRow == bandEnd {
      bandRow += 1
      nextColumn = columns.lowerBound
    }
    return count
  }

  private func decodeTile() throws(CodecError) {
    let picture = HEICPicture(try file.decodeTile(column: nextColumn, row: bandRow))
    let rows = try HEICRows(picture, size: tiles.size, format: format)
    let place = (nextColumn - columns.lowerBound) * tiles.size.width * format.bytesPerPixel
    rows.copy(rows: 0..<tiles.size.height, into: band + place, stride: bandStride)
    nextColumn += 1
  }
}
