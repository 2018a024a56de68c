import CTIFF
import DecoderProtocol
import Geometry
import Glibc

/// A pass over a picture block by block: tiles, or strips that can't be read line by line.
///
/// A row of blocks is put together in memory, of those columns only that are wanted, and its rows
/// are delivered from there.
final class TIFFBlockPass: TIFFPass {
  let columns: Range<Int>
  let firstRow: Int
  private let reader: TIFFBlockReader
  private let copy: TIFFRowCopy
  private let directory: TIFFDirectory
  private let rows: Range<Int>
  private let blockColumns: Range<Int>
  private let band: UnsafeMutableRawPointer
  private let bandStride: Int
  private var nextRow: Int
  private var nextBlock: Int

  var hasGaps: Bool { reader.hasGaps }
  var rowsAtOnce: Int { directory.block.height }

  /// A pass over some rows and columns of the file's current directory.
  init(
    _ file: TIFFFile, _ directory: TIFFDirectory, _ copy: TIFFRowCopy, rows: Range<Int>,
    columns: Range<Int>
  ) throws(CodecError) {
    let block = directory.block
    blockColumns =
      columns.lowerBound / block.width..<dividedRoundingUp(columns.upperBound, by: block.width)
    self.columns =
      blockColumns.lowerBound
      * block.width..<min(blockColumns.upperBound * block.width, directory.size.width)
    self.directory = directory
    self.rows = rows
    self.copy = copy
    firstRow = rows.lowerBound
    nextRow = rows.lowerBound
    nextBlock = blockColumns.lowerBound
    reader = try TIFFBlockReader(file, directory, isConverted: copy.isConverted)
    guard
      let bytes = checkedProduct(self.columns.count, copy.pixelBytes, block.height),
      let band = malloc(bytes)
    else { throw CodecError(.tooLarge, "There is not enough memory to decode the picture.") }
    bandStride = self.columns.count * copy.pixelBytes
    self.band = band
  }

  deinit { free(band) }

  var progress: Double { Double(nextRow) / Double(max(1, rows.upperBound)) }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let blockRow = nextRow / directory.block.height
    if nextBlock < blockColumns.upperBound {
      try addBlock(column: nextBlock, row: blockRow)
      nextBlock += 1
      if nextBlock < blockColumns.upperBound { return 0 }
    }
    let top = blockRow * directory.block.height
    let bottom = min(top + directory.block.height, rows.upperBound)
    let count = min(most, bottom - nextRow)
    for index in 0..<count {
      (target + index * stride).copyMemory(
        from: band + (nextRow - top + index) * bandStride, byteCount: bandStride)
    }
    nextRow += count
    if nextRow == bottom { nextBlock = blockColumns.lowerBound }
    return count
  }

  /// Decodes one block and puts its pixels into the band.
  private func addBlock(column: Int, row: Int) throws(CodecError) {
    let block = directory.block
    let left = column * block.width
    let top = row * block.height
    let width = min(block.width, directory.size.width - left)
    let height = min(block.height, directory.size.height - top)
    try reader.read(left: left, top: top, height: height)
    let wanted = max(rows.lowerBound, top)..<min(rows.upperBound, top + height)
    for line in wanted {
      copy.copy(
        reader.row(line - top), first: 0, count: width,
        to: band + (line - top) * bandStride + (left - columns.lowerBound) * copy.pixelBytes)
    }
  }
}
