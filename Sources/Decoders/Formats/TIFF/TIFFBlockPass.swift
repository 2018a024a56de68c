import CTIFF
import DecoderProtocol
import Geometry
import Glibc
import Platform

/// A pass over a picture block by block: tiles or strips.
///
/// The wanted columns of a band of blocks are collected in memory, from which rows are delivered.
/// Blocks are independent: each worker decodes some of them on its own thread.
final class TIFFBlockPass: TIFFPass {
  let columns: Range<Int>
  let firstRow: Int
  private(set) var hasGaps = false
  private let workers: [TIFFWorker]
  private let size: PixelSize
  private let block: PixelSize
  private let rows: Range<Int>
  private let blockColumns: Range<Int>
  /// The band's height in rows of blocks.
  private let bandHeight: Int
  private let band: UnsafeMutableRawPointer
  private let bandStride: Int
  /// The first row of the band, and the number of its decoded blocks.
  private var top: Int
  private var blocksDone = 0
  private var nextRow: Int
  /// True once any block has been read.
  private var hasRead = false

  var rowsAtOnce: Int { bandHeight * block.height }

  /// Blocks to decode in one call.
  private let blocksPerStep: Int

  /// Pixels to decode in one call, so that a cancelled pass stops soon.
  private static let pixelsPerStep = 1 << 20
  /// Small blocks are collected in bands of this size, so that each worker has some.
  private static let usualBandBytes = 512 << 10
  private static let mostBandBytes = 4 << 20

  /// A pass over some rows and columns of a directory, which must be current in each of `files`:
  /// one for each worker.
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
      of: blockColumns.count, bytes: bytes, workers: files.count,
      most: dividedRoundingUp(rows.upperBound - top, by: block.height))
    guard let bandBytes = checkedProduct(bytes, bandHeight), let band = malloc(bandBytes) else {
      throw CodecError.noMemory
    }
    self.band = band
    let place = TIFFBand(
      memory: band, stride: bandStride, columns: self.columns, rows: rows, block: block,
      size: directory.size)
    var workers: [TIFFWorker] = []
    do throws(CodecError) {
      for file in files { workers.append(try TIFFWorker(file, directory, copy, place)) }
    } catch {
      // One worker suffices if there is no memory for others.
      guard !workers.isEmpty else {
        free(band)
        throw error
      }
    }
    self.workers = workers
    blocksPerStep = max(workers.count, Self.pixelsPerStep / max(1, block.area ?? .max))
  }

  deinit { free(band) }

  /// The rows of blocks to decode together: one, or more if several workers share small blocks.
  private static func bandHeight(of columns: Int, bytes: Int, workers: Int, most: Int) -> Int {
    guard workers > 1, bytes > 0 else { return 1 }
    let wanted = max(
      dividedRoundingUp(2 * workers, by: max(1, columns)),
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
  /// A partly readable picture is worth showing, so unreadable blocks are blank.
  private func addBlocks(_ numbers: Range<Int>) throws(CodecError) {
    let (workers, columns) = (workers, blockColumns)
    let firstRow = top / block.height
    forEachInParallel(numbers.count, threads: workers.count) { index, worker in
      let number = numbers.lowerBound + index
      workers[worker].add(
        number, column: columns.lowerBound + number % columns.count,
        row: firstRow + number / columns.count, under: firstRow)
    }
    blocksDone = numbers.upperBound
    var failures: [(number: Int, failure: CodecError)] = []
    for worker in workers {
      let (failed, hasRead) = worker.takeOutcome()
      failures += failed
      self.hasRead = self.hasRead || hasRead
    }
    guard let first = failures.min(by: { $0.number < $1.number }) else { return }
    if !hasRead { hasRead = canReadOther }
    guard hasRead else { throw first.failure }
    hasGaps = true
  }

  /// True if any block of the picture can be read.
  private var canReadOther: Bool {
    let columns = dividedRoundingUp(size.width, by: block.width)
    let rows = dividedRoundingUp(size.height, by: block.height)
    guard let worker = workers.first, let count = checkedProduct(columns, rows) else {
      return false
    }
    return TIFFProbes.numbers(of: count).contains { number in
      worker.canRead(column: number % columns, row: number / columns)
    }
  }
}

/// The target of a band's pixels.
private struct TIFFBand {
  /// The first wanted pixel of the band's first row of blocks.
  let memory: UnsafeMutableRawPointer
  /// Bytes from row to row.
  let stride: Int
  /// The band's columns, and the wanted rows of the picture.
  let columns: Range<Int>
  let rows: Range<Int>
  let block: PixelSize
  let size: PixelSize
}

/// A worker that decodes some of a pass's blocks into the band.
// @unchecked Sendable: each worker runs on one thread at a time, writes to separate pixels for each
// block, and is asked for its outcome after all threads have ended. Shared state is only read
// meanwhile: the range of numbers is known by then, and the search for it has one worker.
private final class TIFFWorker: @unchecked Sendable {
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

  /// Decodes a block given by its column and row of blocks; its `number` is the position in the
  /// band, whose first row of blocks is `first`.
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

  /// True if a block can be read at least in part.
  func canRead(column: Int, row: Int) -> Bool {
    let block = band.block
    let top = row * block.height
    return reader.read(
      left: column * block.width, top: top, height: min(block.height, band.size.height - top)
    ).hasLines
  }

  /// The blocks that failed since the last call, and true if any block has been read.
  func takeOutcome() -> (failures: [(number: Int, failure: CodecError)], hasRead: Bool) {
    defer { failures = [] }
    return (failures, hasRead)
  }
}
