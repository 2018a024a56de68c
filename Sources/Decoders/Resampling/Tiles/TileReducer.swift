import Geometry
import Tiles

/// Converts rows of samples, as they stream by, to finished tiles of one level.
///
/// Pixels are upright, in the display's colours, premultiplied, and reduced in linear light by a
/// box and Lanczos 3; in a level as large as the source they are its samples. Their format is the
/// pipeline's, which must be that of the level's tiles. Only the few rows that the kernel covers
/// are in memory. A pixel depends only on the picture and the level, not on the set of tiles or on
/// how rows are split into calls, so tiles join without a seam.
///
/// Not thread-safe. It is fastest with eight or more rows per call.
package final class TileReducer {
  /// The rows of the source that the tiles need, including the filter's reach.
  package let sourceRows: Range<Int>
  /// The columns of the source that the tiles need.
  package let sourceColumns: Range<Int>

  private let source: PixelSize
  private let color: ColorPipeline
  private let vertical: AxisReduction
  private let boxColumns: Range<Int>
  private let columns: Range<Int>
  private var placements: [TilePlacement]
  private var fedColumns: Range<Int>
  private var nextRow: Int

  private let encoder: RowEncoder
  private let lightEncoder: LightEncoder
  private let isLight: Bool
  private let pixels: ScratchBuffer<UInt32>
  /// The pixels as light; only one of the two buffers is used.
  private let lightPixels: ScratchBuffer<UInt64>
  private let light: ScratchBuffer<Float>
  private let method: Method

  /// How pixels are made: from one sample each, or by filtering.
  private enum Method {
    case copy(RowCopy)
    case filter(Filter)
  }

  /// The state of filtering.
  private final class Filter {
    let boxes: BoxReducer
    let vertical: VerticalFilter
    let horizontal: HorizontalFilter
    let block: ScratchBuffer<Float>
    /// True if a box has partial sums.
    var isBoxBegun = false

    init(boxes: BoxReducer, vertical: VerticalFilter, horizontal: consuming HorizontalFilter) {
      self.boxes = boxes
      self.vertical = vertical
      self.horizontal = horizontal
      block = ScratchBuffer(count: VerticalFilter.batch * VerticalFilter.block, zero: 0)
    }
  }

  /// Pixels converted at once: their light stays in the first-level cache.
  private static let chunk = 256

  /// A reducer for rows of a picture stored as `source` and shown with `orientation`.
  ///
  /// All targets are tiles of `level`. `source` is the size of the rows to be fed: for a JPEG
  /// scaled during decoding, the scaled size.
  package init(
    source: PixelSize, orientation: Orientation, level: Level, targets: [Target],
    color: ColorPipeline
  ) {
    precondition(targets.allSatisfy { $0.key.level == level }, "all tiles are of one level")
    precondition(level.shape.format == color.output, "the tiles' pixels are the pipeline's")
    let stored = orientation.inverse.applied(to: level.size)
    let horizontal = AxisReduction(source: source.width, level: stored.width)
    vertical = AxisReduction(source: source.height, level: stored.height)
    self.source = source
    self.color = color

    placements = targets.map { TilePlacement($0, orientation: orientation) }
    let area = placements.reduce(PixelRect(.zero)) { $0.union($1.area) }
    columns = area.minX..<area.maxX
    let rows = area.minY..<area.maxY
    boxColumns = horizontal.taps(columns)
    sourceColumns = horizontal.samples(boxColumns)
    sourceRows = vertical.samples(vertical.taps(rows))
    fedColumns = 0..<source.width
    nextRow = sourceRows.lowerBound

    encoder = RowEncoder(color)
    lightEncoder = LightEncoder(color)
    isLight = color.output == .rgba16f
    pixels = ScratchBuffer(count: isLight ? 0 : columns.count, zero: 0)
    lightPixels = ScratchBuffer(count: isLight ? columns.count : 0, zero: 0)
    light = ScratchBuffer(count: Self.chunk * 4, zero: 0)
    if horizontal.isExact && vertical.isExact {
      method = .copy(RowCopy(color))
    } else {
      let boxes = BoxReducer(
        horizontal: horizontal, vertical: vertical, columns: boxColumns, color: color)
      let filter = HorizontalFilter(
        horizontal, columns: columns, first: boxColumns.lowerBound, channels: boxes.channels)
      method = .filter(
        Filter(
          boxes: boxes,
          vertical: VerticalFilter(
            vertical, rows: rows, floats: boxColumns.count * boxes.channels,
            overhang: filter.overhang),
          horizontal: filter))
    }
  }

  /// The source pixels that a tile needs, including the filter's reach.
  package static func sourceArea(
    of key: TileKey, source: PixelSize, orientation: Orientation
  ) -> PixelRect {
    let stored = orientation.inverse.applied(to: key.level.size)
    let horizontal = AxisReduction(source: source.width, level: stored.width)
    let vertical = AxisReduction(source: source.height, level: stored.height)
    let overlap = key.level.shape.overlap
    let outer = PixelRect(
      minX: key.area.minX - overlap, minY: key.area.minY - overlap, maxX: key.area.maxX + overlap,
      maxY: key.area.maxY + overlap
    ).intersection(PixelRect(key.level.size))
    let area = orientation.inverse.apply(outer, in: key.level.size)
    let columns = horizontal.samples(horizontal.taps(area.minX..<area.maxX))
    let rows = vertical.samples(vertical.taps(area.minY..<area.maxY))
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
      maxY: rows.upperBound)
  }

  /// The smallest rectangle of a source that contains all pixels that tiles need; empty without
  /// tiles.
  package static func sourceArea(
    of keys: some Sequence<TileKey>, source: PixelSize, orientation: Orientation
  ) -> PixelRect {
    keys.reduce(PixelRect(.zero)) {
      $0.union(sourceArea(of: $1, source: source, orientation: orientation))
    }
  }

  /// True once every target is complete or cancelled.
  package var isFinished: Bool { !placements.contains { $0.isLive } }

  /// Sets the columns in the rows to be fed: `sourceColumns` or more.
  ///
  /// Without this call rows must be complete.
  package func setFedColumns(_ columns: Range<Int>) {
    precondition(
      columns.lowerBound <= sourceColumns.lowerBound
        && columns.upperBound >= sourceColumns.upperBound, "rows have the columns that are needed")
    fedColumns = columns
  }

  /// Cancels a target: its memory is not written any more.
  package func cancel(id: UInt32) {
    for index in placements.indices where placements[index].id == id {
      placements[index].isLive = false
    }
  }

  /// Feeds `count` rows, starting with row `firstRow` of the source; returns the ids of the tiles
  /// they complete.
  ///
  /// Rows come in order and without gaps from `sourceRows.lowerBound` on; repeated and unneeded
  /// rows are ignored.
  package func consume(
    rows: UnsafeRawBufferPointer, stride: Int, firstRow: Int, count: Int
  ) -> [UInt32] {
    let start = max(firstRow, nextRow)
    let end = min(firstRow + count, sourceRows.upperBound)
    guard start < end, !isFinished, let base = rows.baseAddress else { return [] }
    precondition(start == nextRow, "no row is left out")
    precondition(
      (count - 1) * stride + fedColumns.count * color.format.bytesPerPixel <= rows.count,
      "the rows are in memory")

    var completed: [UInt32] = []
    var row = start
    while row < end {
      let batch = BoxReducer.Rows(
        base: base + (row - firstRow) * stride, stride: stride,
        range: row..<min(end, batchEnd(row)), firstColumn: fedColumns.lowerBound)
      switch method {
      case .copy(let copy): self.copy(batch, copy, &completed)
      case .filter(let filter): self.filter(batch, filter, &completed)
      }
      row = batch.range.upperBound
    }
    nextRow = end
    return completed
  }

  private func batchEnd(_ row: Int) -> Int {
    (row / vertical.box + VerticalFilter.batch) * vertical.box
  }

  // MARK: Making rows

  private func copy(_ batch: BoxReducer.Rows, _ copy: RowCopy, _ completed: inout [UInt32]) {
    for (index, row) in batch.range.enumerated() {
      guard let span = span(row) else { continue }
      let first = batch.base + index * batch.stride
      let source = first + (span.lowerBound - batch.firstColumn) * color.format.bytesPerPixel
      let place = span.lowerBound - columns.lowerBound
      if isLight {
        copy.convert(
          source, into: lightPixels.base + place, count: span.count, encoder: lightEncoder)
      } else {
        copy.convert(source, into: pixels.base + place, count: span.count, encoder: encoder)
      }
      write(row, span, &completed)
    }
  }

  private func filter(_ batch: BoxReducer.Rows, _ filter: Filter, _ completed: inout [UInt32]) {
    let box = vertical.box
    let end = batch.range.upperBound
    let firstBox = batch.range.lowerBound / box
    // Boxes that these rows complete, and one more that they may begin.
    let boxes = firstBox..<max(firstBox, end == vertical.source ? vertical.boxed : end / box)
    let begun = min(vertical.boxed, (end + box - 1) / box)
    filter.vertical.begin(boxes, before: begun) { span($0) != nil }
    if filter.vertical.isNeeded {
      let channels = filter.boxes.channels
      let width = VerticalFilter.block / channels
      for first in Swift.stride(from: boxColumns.lowerBound, to: boxColumns.upperBound, by: width) {
        let block = first..<min(first + width, boxColumns.upperBound)
        filter.boxes.produce(
          batch, columns: block, into: filter.block.base, rowStep: VerticalFilter.block)
        guard !boxes.isEmpty else { continue }
        filter.vertical.add(
          boxes, block: filter.block.base, step: VerticalFilter.block,
          first: (first - boxColumns.lowerBound) * channels, count: block.count * channels)
      }
      filter.isBoxBegun = begun > boxes.upperBound
    } else if filter.isBoxBegun {
      filter.boxes.discard()
      filter.isBoxBegun = false
    }
    filter.vertical.finish(boxes) { row, sums in
      guard let span = span(row) else { return }
      for first in Swift.stride(from: span.lowerBound, to: span.upperBound, by: Self.chunk) {
        let part = first..<min(first + Self.chunk, span.upperBound)
        filter.horizontal.apply(sums, columns: part, into: light.base)
        let place = first - columns.lowerBound
        if isLight {
          lightEncoder.encode(light.base, into: lightPixels.base + place, count: part.count)
        } else {
          encoder.encode(light.base, into: pixels.base + place, count: part.count)
        }
      }
      write(row, span, &completed)
    }
  }

  // MARK: Writing tiles

  /// The columns of a level's row that any target still wants.
  private func span(_ row: Int) -> Range<Int>? {
    var span: Range<Int>?
    for placement in placements
    where placement.isLive && row >= placement.area.minY && row < placement.area.maxY {
      let own = placement.area.minX..<placement.area.maxX
      span =
        span.map {
          min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound)
        } ?? own
    }
    return span
  }

  private func write(_ row: Int, _ span: Range<Int>, _ completed: inout [UInt32]) {
    if !isLight {
      color.finish(pixels.base + (span.lowerBound - columns.lowerBound), count: span.count)
    }
    let bytes: UnsafeRawPointer =
      isLight ? UnsafeRawPointer(lightPixels.base) : UnsafeRawPointer(pixels.base)
    for index in placements.indices {
      let area = placements[index].area
      guard placements[index].isLive, row >= area.minY, row < area.maxY else { continue }
      placements[index].write(row: row, pixels: bytes, first: columns.lowerBound)
      if row == area.maxY - 1 {
        placements[index].finish()
        placements[index].isLive = false
        completed.append(placements[index].id)
      }
    }
  }
}
