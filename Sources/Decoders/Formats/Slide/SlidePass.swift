import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A pass over a level: the wanted columns of a row of tiles are collected in a band, from which
/// rows are delivered.
final class SlidePass {
  private let slide: Slide
  private let level: SlideLevel
  private let gaps: SlideGaps
  private let rows: Range<Int>
  private let columns: Range<Int>
  private let tileColumns: Range<Int>
  private let band: UnsafeMutablePointer<UInt8>
  private let bandStride: Int
  private let pixels: UnsafeMutablePointer<UInt32>
  private var nextRow: Int
  private var nextTile: Int

  /// A pass over the requested rows and columns of a level.
  init(
    _ slide: Slide, _ level: SlideLevel, _ request: PassRequest, _ gaps: SlideGaps
  ) throws(CodecError) {
    (rows, columns) = (request.rows, request.columns)
    bandStride = columns.count * 3
    tileColumns =
      columns.lowerBound
      / level.tileSize.width..<dividedRoundingUp(
        columns.upperBound, by: level.tileSize.width)
    guard let bytes = checkedProduct(bandStride, level.tileSize.height),
      let band = malloc(bytes)
    else { throw .noMemory }
    self.band = band.assumingMemoryBound(to: UInt8.self)
    guard let pixels = malloc((level.tileSize.width + 1) * (level.tileSize.height + 1) * 4) else {
      free(band)
      throw .noMemory
    }
    self.pixels = pixels.assumingMemoryBound(to: UInt32.self)
    nextRow = rows.lowerBound
    nextTile = tileColumns.lowerBound
    self.slide = slide
    self.level = level
    self.gaps = gaps
  }

  deinit {
    free(band)
    free(pixels)
  }

  var progress: Double {
    Double(nextRow - rows.lowerBound) / Double(max(1, rows.count))
  }

  /// Delivers the next rows, or reads a tile that they need and delivers none.
  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let tileRow = nextRow / level.tileSize.height
    let top = tileRow * level.tileSize.height
    let bottom = min(top + level.tileSize.height, rows.upperBound)
    if nextTile < tileColumns.upperBound {
      try add(
        PixelRect(
          minX: max(nextTile * level.tileSize.width, columns.lowerBound),
          minY: max(top, rows.lowerBound),
          maxX: min((nextTile + 1) * level.tileSize.width, columns.upperBound), maxY: bottom),
        SlideGaps.TilePosition(level: level.number, column: nextTile, row: tileRow), top: top)
      nextTile += 1
      if nextTile < tileColumns.upperBound { return 0 }
    }
    let count = min(most, bottom - nextRow)
    for index in 0..<count {
      memcpy(target + index * stride, band + (nextRow - top + index) * bandStride, bandStride)
    }
    nextRow += count
    if nextRow == bottom { nextTile = tileColumns.lowerBound }
    return count
  }

  /// Reads the wanted part of a tile into the band, whose first row is `top`.
  private func add(_ area: PixelRect, _ position: SlideGaps.TilePosition, top: Int)
    throws(CodecError)
  {
    // Beyond the file's pixels the last one is repeated.
    let stored = PixelRect(
      minX: min(area.minX, level.stored.width - 1), minY: min(area.minY, level.stored.height - 1),
      maxX: min(area.maxX, level.stored.width), maxY: min(area.maxY, level.stored.height))
    let isThere = try gaps.read(position, of: slide) {
      $0.read(stored, ofLevel: level.number, spare: level.spare, into: pixels)
    }
    let sourceStride = stored.size.width + level.spare
    for row in area.minY..<area.maxY {
      let target = band + (row - top) * bandStride + (area.minX - columns.lowerBound) * 3
      guard isThere else {
        slide.background.fill(target, count: area.size.width)
        continue
      }
      let line = pixels + (min(row, stored.maxY - 1) - stored.minY) * sourceStride
      slide.background.cover(line, count: stored.size.width, into: target)
      for column in stored.size.width..<max(stored.size.width, area.size.width) {
        memcpy(target + 3 * column, target + 3 * (stored.size.width - 1), 3)
      }
    }
  }
}
