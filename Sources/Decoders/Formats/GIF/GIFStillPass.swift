import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A pass over a frame that covers the screen.
///
/// Rows are streamed; those of an interlaced frame are first collected in memory.
final class GIFStillPass {
  private let reader: GIFFrameReader
  private let size: PixelSize
  private let wanted: Range<Int>
  private let interlaced: GIFInterlacedRows?
  private let linesPerStep: Int
  private var nextRow = 0

  private static let pixelsPerStep = 200_000

  /// Starts at the top of a frame.
  init(_ frame: GIFFrame, in input: PictureInput, rows: Range<Int>) throws(CodecError) {
    reader = try GIFFrameReader(frame, in: input)
    size = frame.placement.area.size
    wanted = rows
    linesPerStep = max(1, Self.pixelsPerStep / size.width)
    interlaced = frame.isInterlaced ? try GIFInterlacedRows(size: size) : nil
  }

  /// Why some rows are blank, as a sentence.
  var missing: String? { reader.missing }

  /// Progress, 0 to 1.
  var progress: Double {
    guard let interlaced else { return Double(nextRow) / Double(max(1, wanted.upperBound)) }
    return Double(interlaced.lines) / Double(size.height)
  }

  /// Delivers the next wanted rows and returns their number; 0 if it only came closer to them.
  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if let interlaced { return try readInterlaced(interlaced, rows, stride, most) }
    guard nextRow >= wanted.lowerBound else {
      for _ in 0..<min(linesPerStep, wanted.lowerBound - nextRow) { try readLine(into: nil) }
      return 0
    }
    let count = min(most, linesPerStep, wanted.upperBound - nextRow)
    for index in 0..<count { try readLine(into: rows + index * stride) }
    return count
  }

  /// Reads the next row; rows missing in a damaged file are blank.
  private func readLine(into target: UnsafeMutableRawPointer?) throws(CodecError) {
    let isRead = try reader.readLine() != nil
    if let target {
      if isRead { reader.copyLine(to: target) } else { memset(target, 0, size.width * 4) }
    }
    nextRow += 1
  }

  private func readInterlaced(
    _ interlaced: GIFInterlacedRows, _ rows: UnsafeMutableRawPointer, _ stride: Int, _ most: Int
  ) throws(CodecError) -> Int {
    if !reader.isAtEnd {
      for _ in 0..<linesPerStep {
        guard let row = try reader.readLine() else { break }
        reader.copyIndices(to: interlaced.add(row))
      }
      nextRow = wanted.lowerBound
      return 0
    }
    let count = min(most, linesPerStep, wanted.upperBound - nextRow)
    for index in 0..<count {
      let target = rows + index * stride
      if let indices = interlaced.row(nextRow + index) {
        reader.copy(indices: indices, to: target)
      } else {
        memset(target, 0, size.width * 4)
      }
    }
    nextRow += count
    return count
  }
}

/// The rows of an interlaced frame, one byte per pixel.
final class GIFInterlacedRows {
  private let size: PixelSize
  private let memory: UnsafeMutablePointer<UInt8>
  private var isThere: [Bool]
  /// The row to show for each row, computed on first use.
  private lazy var standIns = Self.standIns(isThere)
  /// The number of rows present.
  private(set) var lines = 0

  init(size: PixelSize) throws(CodecError) {
    guard let bytes = checkedProduct(size.width, size.height), let memory = calloc(bytes, 1) else {
      throw CodecError(.tooLarge, "there is not enough memory to decode the picture")
    }
    self.size = size
    self.memory = memory.bindMemory(to: UInt8.self, capacity: bytes)
    isThere = [Bool](repeating: false, count: size.height)
  }

  deinit { free(memory) }

  /// Adds a row and returns its memory.
  func add(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    isThere[row] = true
    lines += 1
    return memory + row * size.width
  }

  /// A row; if it is missing, the nearest one above, and `nil` if there is none.
  ///
  /// So a truncated picture is coarse instead of striped. The top row always comes first in the
  /// file.
  func row(_ row: Int) -> UnsafePointer<UInt8>? {
    lines > 0 ? UnsafePointer(memory + standIns[row] * size.width) : nil
  }

  private static func standIns(_ isThere: [Bool]) -> [Int] {
    var newest = 0
    return isThere.indices.map {
      if isThere[$0] { newest = $0 }
      return newest
    }
  }
}
