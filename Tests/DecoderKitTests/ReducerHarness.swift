import DecoderKit
import DecoderProtocol
import Geometry
import Resampling
import TestSupport
import Tiles

/// Rows of samples, as a codec delivers them.
struct SamplePicture {
  var size: PixelSize
  var format: RowFormat
  var bytes: [UInt8]

  var stride: Int { size.width * format.bytesPerPixel }

  /// A picture whose samples are `sample(x, y, channel)`, 0 to 255 or 65535.
  init(
    _ width: Int, _ height: Int, _ format: RowFormat, sample: (Int, Int, Int) -> Int
  ) {
    size = PixelSize(width: width, height: height)
    self.format = format
    bytes = [UInt8](repeating: 0x5A, count: width * height * format.bytesPerPixel)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.channels.count {
          let value = sample(x, y, channel)
          let at = (y * width + x) * format.bytesPerPixel + channel * format.depth / 8
          bytes[at] = UInt8(value & 0xFF)
          if format.depth == 16 { bytes[at + 1] = UInt8(value >> 8) }
        }
      }
    }
  }

  static func noise(
    _ width: Int, _ height: Int, _ format: RowFormat, seed: UInt64
  ) -> SamplePicture {
    var numbers = SeededNumbers(seed: seed)
    return SamplePicture(width, height, format) { _, _, _ in
      Int(numbers.next() & (format.depth == 8 ? 0xFF : 0xFFFF))
    }
  }

  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let at = (y * size.width + x) * format.bytesPerPixel + channel * format.depth / 8
    return format.depth == 8 ? Int(bytes[at]) : Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }
}

/// Feeds a picture to a reducer and keeps the tiles.
struct ReducerRun {
  var orientation = Orientation.identity
  var level: PixelSize
  var source = SourceColor.sRGB
  var display: [UInt8] = []
  /// True if the samples are finished pixels already, premultiplied RGBA8.
  var takesFinished = false
  /// The conversion of colours to the display.
  var rendering = ColorRendering()
  /// The tiles to make; `nil` for all.
  var cells: [(column: Int, row: Int)]?
  /// Returns the number of rows for the next call.
  var batch: () -> Int = { 8 }
  /// True to feed only the columns and rows that are needed.
  var isCropped = false
  /// True if tiles reach their memory by copies, as in a decoder's arena.
  var copies = false
  /// The overlap of tiles in pixels.
  var overlap = TileShape.usual.overlap
  /// Called after each call with the rows fed so far and the reducer.
  var afterCall: (Int, TileReducer) -> Void = { _, _ in }

  init(level: PixelSize) { self.level = level }

  struct Result {
    var tiles: [TileKey: [UInt8]] = [:]
    var completed: [UInt32] = []
    var isFinished = false
    /// True if no byte outside a tile's layout was written.
    var isTidy = true
  }

  private var copy: TileReducer.Target.Copy? {
    guard copies else { return nil }
    return { bytes, target in
      if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
    }
  }

  static let margin = 64
  static let unwritten: UInt8 = 0xA7

  func callAsFunction(_ picture: SamplePicture) -> Result {
    let level = Level(
      size: level, shape: TileShape(edge: TileShape.usual.edge, overlap: overlap))
    let edge = TileShape.usual.edge
    let keys =
      cells.map { $0.map { TileKey(level: level, column: $0.column, row: $0.row) } }
      ?? (0..<dividedRoundingUp(level.size.height, by: edge)).flatMap { row in
        (0..<dividedRoundingUp(level.size.width, by: edge)).map {
          TileKey(level: level, column: $0, row: row)
        }
      }
    let slots = keys.map { key in
      let slot = UnsafeMutableRawBufferPointer.allocate(
        byteCount: key.layout.byteCount + 2 * Self.margin, alignment: 16)
      slot.initializeMemory(as: UInt8.self, repeating: Self.unwritten)
      return slot
    }
    defer { for slot in slots { slot.deallocate() } }
    let targets = keys.enumerated().compactMap { index, key in
      slots[index].baseAddress.map {
        TileReducer.Target(
          id: UInt32(index), key: key, base: $0 + Self.margin,
          copy: copy)
      }
    }
    let color =
      takesFinished
      ? .finished(hasAlpha: true)
      : ColorPipeline(
        format: picture.format, source: source, displayProfile: display, rendering: rendering)
    let reducer = TileReducer(
      source: picture.size, orientation: orientation, level: level, targets: targets, color: color)

    var result = Result()
    feed(picture, to: reducer, &result)
    result.isFinished = reducer.isFinished
    for (key, slot) in zip(keys, slots) {
      let own = Self.margin..<(slot.count - Self.margin)
      result.tiles[key] = [UInt8](slot[own])
      let around = [UInt8](slot[..<own.lowerBound]) + [UInt8](slot[own.upperBound...])
      if around.contains(where: { $0 != Self.unwritten }) { result.isTidy = false }
    }
    return result
  }

  private func feed(_ picture: SamplePicture, to reducer: TileReducer, _ result: inout Result) {
    let columns = isCropped ? reducer.sourceColumns : 0..<picture.size.width
    let pixel = picture.format.bytesPerPixel
    if isCropped { reducer.setFedColumns(columns) }
    var row = isCropped ? reducer.sourceRows.lowerBound : 0
    let end = isCropped ? reducer.sourceRows.upperBound : picture.size.height
    while row < end {
      let count = min(max(1, batch()), end - row)
      // Rows are in memory of exactly their size, so that reading past them is detected.
      var rows: [UInt8] = []
      for y in row..<(row + count) {
        let start = y * picture.stride
        rows +=
          picture.bytes[
            (start + columns.lowerBound * pixel)..<(start + columns.upperBound * pixel)]
      }
      rows.withUnsafeBytes {
        result.completed += reducer.consume(
          rows: $0, stride: columns.count * pixel, firstRow: row, count: count)
      }
      row += count
      afterCall(row, reducer)
    }
  }
}

extension ReducerRun.Result {
  /// The level joined from the tiles' own pixels, R, G, B, A.
  func joined(_ size: PixelSize) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    for (key, tile) in tiles {
      let area = key.area
      for y in 0..<area.height {
        let from = (y + 1) * key.layout.stride + 4
        let to = ((area.minY + y) * size.width + area.minX) * 4
        pixels.replaceSubrange(
          to..<(to + area.width * 4), with: tile[from..<(from + area.width * 4)])
      }
    }
    return pixels
  }

  /// The first stored pixel of any tile, overlap included, that differs from a level's.
  func firstDifference(from pixels: [UInt8], _ size: PixelSize) -> String? {
    for (key, tile) in tiles {
      let area = key.area
      let stored = key.layout.stored
      for y in 0..<stored.height {
        for x in 0..<stored.width {
          let overlap = key.layout.overlap
          let levelX = min(max(area.minX - overlap + x, 0), size.width - 1)
          let levelY = min(max(area.minY - overlap + y, 0), size.height - 1)
          for channel in 0..<4 {
            let shown = tile[y * key.layout.stride + x * 4 + channel]
            let wanted = pixels[(levelY * size.width + levelX) * 4 + channel]
            if shown != wanted {
              return "tile \(key.column),\(key.row) at \(x),\(y) channel \(channel): "
                + "\(shown), not \(wanted)"
            }
          }
        }
      }
    }
    return nil
  }
}
