import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A pass over a level of a picture, in bands of lines or of the wanted tiles.
final class EXRPass {
  /// The delivered columns, counted from the left edge of the display window.
  let columns: Range<Int>
  /// True if lines or tiles could not be read.
  private(set) var hasGaps = false
  private let file: EXRFile
  private let page: Int
  private let number: Int
  private let level: EXRLayout.Level
  private let layout: EXRLayout
  private let samples: EXRSamples
  private let end: Int
  /// The file's rows and columns in the band.
  private var held: PixelRect
  private let band: UnsafeMutablePointer<UInt16>
  private let bandBytes: Int
  private var hasRead: Bool
  private var next: Int
  private let first: Int

  /// A pass over some rows and columns of a level; `hasRead` is true if some of the picture has
  /// been read before, so that gaps are not an error.
  init(
    _ file: EXRFile, page: Int, level number: Int, _ layout: EXRLayout, _ request: PassRequest,
    hasRead: Bool
  ) throws(CodecError) {
    let level = layout.levels[number]
    let data = level.data
    var left = data.minX
    var right = data.maxX
    if layout.isTiled {
      // Whole tiles; none if the wanted columns are outside the data window.
      let width = layout.block.width
      let shown = request.columns
      let from = min(max(shown.lowerBound + level.display.minX, data.minX), data.maxX - 1)
      let to = min(max(shown.upperBound + level.display.minX, from + 1), data.maxX)
      left = data.minX + (from - data.minX) / width * width
      right = min(data.minX + dividedRoundingUp(to - data.minX, by: width) * width, data.maxX)
    }
    let height = layout.isTiled ? layout.block.height : max(32, layout.block.height)
    guard let bytes = checkedProduct(right - left, height, 8), let band = malloc(bytes) else {
      throw CodecError.noMemory
    }
    self.band = band.assumingMemoryBound(to: UInt16.self)
    bandBytes = bytes
    held = PixelRect(minX: left, minY: data.minY, maxX: right, maxY: data.minY)
    columns = request.columns
    samples = EXRSamples(layout.format)
    first = request.rows.lowerBound
    next = first
    end = request.rows.upperBound
    self.file = file
    self.page = page
    self.number = number
    self.level = level
    self.layout = layout
    self.hasRead = hasRead
  }

  deinit { free(band) }

  var progress: Double { Double(next - first) / Double(max(1, end - first)) }

  /// The rows of one read.
  private var bandHeight: Int {
    layout.isTiled ? layout.block.height : max(32, layout.block.height)
  }

  /// Delivers the next rows, or reads their band and delivers none.
  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let line = next + level.display.minY
    let isInside = line >= level.data.minY && line < level.data.maxY
    if isInside, line < held.minY || line >= held.maxY {
      try readBand(of: line)
      return 0
    }
    // To the end of the band, or of the area above or below the data window.
    let left =
      isInside ? held.maxY - line : line < level.data.minY ? level.data.minY - line : Int.max
    let count = min(most, end - next, left)
    for index in 0..<count {
      let row = target + index * stride
      guard isInside else {
        memset(row, 0, columns.count * layout.format.bytesPerPixel)
        continue
      }
      copy(line + index, to: row)
    }
    next += count
    return count
  }

  /// Reads the band that contains a line of the file.
  private func readBand(of line: Int) throws(CodecError) {
    let top = level.data.minY + (line - level.data.minY) / bandHeight * bandHeight
    held = PixelRect(
      minX: held.minX, minY: top, maxX: held.maxX, maxY: min(top + bandHeight, level.data.maxY))
    memset(band, 0, bandBytes)
    do throws(CodecError) {
      try file.read(page, level: number, held, into: band)
      hasRead = true
    } catch {
      // A partly readable picture is worth showing.
      guard hasRead, error.code != .unreadable else { throw error }
      hasGaps = true
    }
  }

  /// Copies a line of the band to a row; outside the data window it is blank.
  private func copy(_ line: Int, to row: UnsafeMutableRawPointer) {
    let bytes = layout.format.bytesPerPixel
    let left = max(columns.lowerBound + level.display.minX, held.minX)
    let right = min(columns.upperBound + level.display.minX, held.maxX)
    if right - left < columns.count { memset(row, 0, columns.count * bytes) }
    guard left < right else { return }
    let source = band + ((line - held.minY) * held.size.width + left - held.minX) * 4
    let place = left - level.display.minX - columns.lowerBound
    samples.copy(source, count: right - left, to: row + place * bytes)
  }
}
