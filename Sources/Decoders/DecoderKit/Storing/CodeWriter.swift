import Resampling

/// Writes a picture's levels as straight 8-bit codes.
///
/// Between levels light is kept in 16 bits, since rounding to codes would lose too much each time.
/// An opaque picture's largest level keeps no light: halving looks it up from the codes of two rows
/// in the same band.
final class CodeWriter: StoreWriter {
  private let layout: StoreLayout
  private let packer: StorePacker
  private let halver: LightHalver
  private let levels: [StoreLevel]
  private let lights: [Light]
  private let copy: RowCopy
  private let encoder: RowEncoder
  /// The pipeline, which owns the encoder's tables.
  private let color: ColorPipeline

  /// The light of a level's last row, and of the row waiting to be averaged with it.
  private final class Light {
    private(set) var row: ScratchBuffer<UInt16>
    private(set) var waiting: ScratchBuffer<UInt16>

    init(_ count: Int) {
      row = ScratchBuffer(count: count, zero: 0)
      waiting = ScratchBuffer(count: count, zero: 0)
    }

    /// Makes the last row wait; the next row reuses the memory of the one before.
    func keep() { swap(&row, &waiting) }
  }

  /// A writer of a layout through a packer, of rows in a pipeline's format.
  init(_ layout: StoreLayout, packer: StorePacker, color: ColorPipeline) {
    precondition(layout.bandRows % 2 == 0, "each pair of rows lies in one band")
    self.layout = layout
    self.packer = packer
    let untilStored = color.untilStored()
    self.color = untilStored
    copy = RowCopy(untilStored)
    encoder = RowEncoder(untilStored)
    halver = LightHalver(
      curves: color.working, hasAlpha: layout.pixels == .codes(hasAlpha: true))
    levels = layout.levels.indices.map { StoreLevel($0, layout) }
    let isOpaque = layout.pixelBytes == 3
    lights = levels.map { Light($0.number == 0 && isOpaque ? 0 : $0.width * layout.pixelBytes) }
  }

  func add(_ row: UnsafeRawPointer) {
    let level = levels[0]
    if layout.pixelBytes == 3 {
      copy.convert(row, opaque: level.row, count: level.width, encoder: encoder)
    } else {
      level.row.withMemoryRebound(to: UInt32.self, capacity: level.width) {
        copy.convert(row, into: $0, count: level.width, encoder: encoder)
      }
      if levels.count > 1 {
        halver.linearise(level.row, into: lights[0].row.base, count: level.width)
      }
    }
    finishRow(of: level)
  }

  /// Finishes a row whose codes are in the band.
  ///
  /// A full band is packed; every second row makes one row of the next level, and an odd last row
  /// counts twice.
  private func finishRow(of level: StoreLevel) {
    level.addRow()
    level.packFullBand(by: packer)
    guard level.number + 1 < levels.count else { return }
    let isSecond = level.rowCount % 2 == 0
    guard isSecond || level.isComplete else {
      lights[level.number].keep()
      return
    }
    let next = levels[level.number + 1]
    let light = lights[next.number].row.base
    if level.number == 0, layout.pixelBytes == 3 {
      let lower = level.row(level.rowCount - 1)
      let upper = isSecond ? level.row(level.rowCount - 2) : lower
      halver.halve(codes: upper, lower, into: light, count: level.width)
    } else {
      let own = lights[level.number]
      let upper = isSecond ? own.waiting.base : own.row.base
      halver.halve(upper, own.row.base, into: light, count: level.width)
    }
    halver.encode(light, into: next.row, count: next.width)
    finishRow(of: next)
  }
}
