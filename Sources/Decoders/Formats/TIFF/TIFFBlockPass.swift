import CTIFF
import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A pass over a picture block by block: tiles, or strips.
///
/// A band of blocks is put together in memory, of those columns only that are wanted, and its rows
/// are delivered from there. Blocks don't need each other: each hand decodes some of them, on a
/// thread of its own.
final class TIFFBlockPass: TIFFPass {
  let columns: Range<Int>
  let firstRow: Int
  private(set) var hasGaps = false
  private let hands: [TIFFHand]
  private let size: PixelSize
  private let block: PixelSize
  private let rows: Range<Int>
  private let blockColumns: Range<Int>
  /// Rows of blocks of a band.
  private let bandHeight: Int
  private let band: UnsafeMutableRawPointer
  private let bandStride: Int
  /// The first row of the band, and how many of its blocks are there.
  private var top: Int
  private var blocksDone = 0
  private var nextRow: Int
  /// Whether any block could be read.
  private var hasRead = false

  var rowsAtOnce: Int { bandHeight * block.height }

  /// Blocks of one call.
  private let blocksPerStep: Int

  /// Pixels that are decoded in one call, so that a cancelled pass stops soon.
  private static let pixelsPerStep = 1 << 20
  /// Bytes that a band of small blocks comes to, so that each hand has some of them to do.
  private static let usualBandBytes = 512 << 10
  private static let mostBandBytes = 4 << 20

  /// A pass over some rows and columns of a directory, which is the current one of each of `files`:
  /// as many as may work at the same time.
  init(
    _ files: [TIFFFile], _ directory: TIFFDirectory, _ copy: TIFFRowCopy, rows: Range<Int>,
    columns: Range<Int>
  ) throws(CodecError) {
    let block = directory.block
    let blockColumns =
      columns.lowerBound / block.width..<dividedRoundingUp(columns.upperBound, by: block.width)
    self.columns =
      blockColumns.lowerBound
      * block.width..<min(blockColumns.upperBound * block.width, directory.size.width)
    size = directory.size
    self.block = block
    self.blockColumns = blockColumns
    self.rows = rows
    firstRow = rows.lowerBound
    nextRow = rows.lowerBound
    top = rows.lowerBound / block.height * block.height
    bandStride = self.columns.count * copy.pixelBytes
    guard let bytes = checkedProduct(bandStride, block.height) else { throw CodecError.noMemory }
    bandHeight = Self.bandHeight(
      of: blockColumns.count, bytes: bytes, hands: files.count,
      most: dividedRoundingUp(rows.upperBound - top, by: block.height))
    guard let bandBytes = checkedProduct(bytes, bandHeight), let band = malloc(bandBytes) else {
      throw CodecError.noMemory
    }
    self.band = band
    let place = TIFFBand(
      memory: band, stride: bandStride, columns: self.columns, rows: rows, block: block,
      size: directory.size)
    var hands: [TIFFHand] = []
    do throws(CodecError) {
      for file in files { hands.append(try TIFFHand(file, directory, copy, place)) }
    } catch {
      // One is enough, whose memory others may have no room beside.
      guard !hands.isEmpty else {
        free(band)
        throw error
      }
    }
    self.hands = hands
    blocksPerStep = max(hands.count, Self.pixelsPerStep / max(1, block.area ?? .max))
  }

  deinit { free(band) }

  /// How many rows of blocks are decoded together: one, or more of small blocks that several hands
  /// share.
  private static func bandHeight(of columns: Int, bytes: Int, hands: Int, most: Int) -> Int {
    guard hands > 1, bytes > 0 else { return 1 }
    let wanted = max(
      dividedRoundingUp(2 * hands, by: max(1, columns)),
      dividedRoundingUp(usualBandBytes, by: bytes))
    return max(1, min(wanted, mostBandBytes / bytes, most))
  }

  var progress: Double { Double(nextRow) / Double(max(1, rows.upperBound)) }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let bottom = min(top + rowsAtOnce, rows.upperBound)
    let blocks = blockColumns.count * dividedRoundingUp(bottom - top, by: block.height)
    if blocksDone < blocks {
      try addBlocks(blocksDone..<min(blocksDone + blocksPerStep, blocks))
      if blocksDone < blocks { return 0 }
    }
    let count = min(most, bottom - nextRow)
    for index in 0..<count {
      (target + index * stride).copyMemory(
        from: band + (nextRow - top + index) * bandStride, byteCount: bandStride)
    }
    nextRow += count
    if nextRow == bottom {
      top = bottom
      blocksDone = 0
    }
    return count
  }

  /// Decodes some blocks of the band.
  ///
  /// A picture of which there is something is worth showing: blocks that can't be read are blank
  /// then.
  private func addBlocks(_ numbers: Range<Int>) throws(CodecError) {
    let (hands, columns) = (hands, blockColumns)
    let firstRow = top / block.height
    forEachInParallel(numbers.count, threads: hands.count) { index, hand in
      let number = numbers.lowerBound + index
      hands[hand].add(
        number, column: columns.lowerBound + number % columns.count,
        row: firstRow + number / columns.count, under: firstRow)
    }
    blocksDone = numbers.upperBound
    var failures: [(number: Int, failure: CodecError)] = []
    for hand in hands {
      let (failed, hasRead) = hand.takeOutcome()
      failures += failed
      self.hasRead = self.hasRead || hasRead
    }
    guard let first = failures.min(by: { $0.number < $1.number }) else { return }
    if !hasRead { hasRead = canReadOther }
    guard hasRead else { throw first.failure }
    hasGaps = true
  }

  /// Whether a block can be read that lies anywhere in the picture.
  private var canReadOther: Bool {
    let columns = dividedRoundingUp(size.width, by: block.width)
    let rows = dividedRoundingUp(size.height, by: block.height)
    guard let hand = hands.first, let count = checkedProduct(columns, rows) else { return false }
    return TIFFProbes.numbers(of: count).contains { number in
      hand.canRead(column: number % columns, row: number / columns)
    }
  }
}

/// Where the pixels of a band of blocks belong.
private struct TIFFBand {
  /// The first wanted pixel of the band's first row of blocks.
  let memory: UnsafeMutableRawPointer
  /// Bytes from row to row.
  let stride: Int
  /// Columns that the band has, and rows that are wanted of the picture.
  let columns: Range<Int>
  let rows: Range<Int>
  let block: PixelSize
  let size: PixelSize
}

/// What decodes some of a pass's blocks and puts their pixels into the band.
// Sendable without a check: a hand works on one thread at a time, in a pixel area of its own with
// each block, and is asked for its outcome when all threads have ended. What the hands share is
// only read meanwhile: the range of numbers is known then, and who looks for it has one hand.
private final class TIFFHand: @unchecked Sendable {
  private let reader: TIFFBlockReader
  private let copy: TIFFRowCopy
  private let band: TIFFBand
  private var failures: [(number: Int, failure: CodecError)] = []
  private var hasRead = false

  init(
    _ file: TIFFFile, _ directory: TIFFDirectory, _ copy: TIFFRowCopy, _ band: TIFFBand
  ) throws(CodecError) {
    reader = try TIFFBlockReader(file, directory, isConverted: copy.isConverted)
    self.copy = copy
    self.band = band
  }

  /// Adds the block of a column and a row of blocks, which has a number in the band whose first row
  /// of blocks is `first`.
  func add(_ number: Int, column: Int, row: Int, under first: Int) {
    let block = band.block
    let left = column * block.width
    let top = row * block.height
    let width = min(block.width, band.size.width - left)
    let height = min(block.height, band.size.height - top)
    let outcome = reader.read(left: left, top: top, height: height)
    if let failure = outcome.failure { failures.append((number, failure)) }
    hasRead = hasRead || outcome.hasLines
    let wanted = max(band.rows.lowerBound, top)..<min(band.rows.upperBound, top + height)
    for line in wanted {
      copy.copy(
        reader.row(line - top), first: 0, count: width,
        to: band.memory + (line - first * block.height) * band.stride
          + (left - band.columns.lowerBound) * copy.pixelBytes)
    }
  }

  /// Whether a block can be read, at least in part.
  func canRead(column: Int, row: Int) -> Bool {
    let block = band.block
    let top = row * block.height
    return reader.read(
      left: column * block.width, top: top, height: min(block.height, band.size.height - top)
    ).hasLines
  }

  /// Which blocks could not be read, and whether any could, since it was last asked.
  func takeOutcome() -> (failures: [(number: Int, failure: CodecError)], hasRead: Bool) {
    defer { failures = [] }
    return (failures, hasRead)
  }
}
