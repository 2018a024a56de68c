import Resampling

/// Writes a picture's levels as light in half floats, from which tiles are made.
///
/// A band has an even number of rows, so both rows that make one of the next level are in it.
final class LightWriter: StoreWriter {
  private let packer: StorePacker
  private let levels: [StoreLevel]
  private let rows: StoredLightRows
  private let halver: HalfHalver

  /// A writer of a layout through a packer, of rows in a pipeline's format.
  init(_ layout: StoreLayout, packer: StorePacker, color: ColorPipeline) {
    precondition(layout.bandRows % 2 == 0, "each pair of rows lies in one band")
    self.packer = packer
    rows = StoredLightRows(color)
    halver = HalfHalver(channels: layout.pixels.format.channels.count)
    levels = layout.levels.indices.map { StoreLevel($0, layout) }
  }

  func add(_ row: UnsafeRawPointer) {
    rows.convert(row, into: Self.halves(levels[0].row), count: levels[0].width)
    finishRow(of: levels[0])
  }

  /// Finishes a row that is in the band; an odd last row counts twice.
  private func finishRow(of level: StoreLevel) {
    level.addRow()
    level.packFullBand(by: packer)
    guard level.number + 1 < levels.count else { return }
    let isSecond = level.rowCount % 2 == 0
    guard isSecond || level.isComplete else { return }
    let next = levels[level.number + 1]
    let lower = Self.halves(level.row(level.rowCount - 1))
    let upper = isSecond ? Self.halves(level.row(level.rowCount - 2)) : lower
    halver.halve(upper, lower, into: Self.halves(next.row), count: level.width)
    finishRow(of: next)
  }

  /// A row of a band as half floats: bands start at multiples of 64 bytes, so it is aligned.
  private static func halves(_ row: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
  }
}
