import Resampling

/// Writes a picture's versions as straight codes of 8 bits.
///
/// Between versions light is kept in 16 bits, since codes would round off too much each time.
final class CodeWriter: StoreWriter {
  private let layout: StoreLayout
  private let packer: StorePacker
  private let halver: LightHalver
  private let levels: [StoreLevel]
  private let lights: [Light]
  private let copy: RowCopy
  private let encoder: RowEncoder
  private let codes: ScratchBuffer<UInt32>
  /// The encoder's tables are the pipeline's.
  private let color: ColorPipeline

  /// The light of a version's last row, and of the row that waits for the one it is averaged with.
  private final class Light {
    let row: ScratchBuffer<UInt16>
    let waiting: ScratchBuffer<UInt16>
    var isWaiting = false

    init(_ count: Int) {
      row = ScratchBuffer(count: count, zero: 0)
      waiting = ScratchBuffer(count: count, zero: 0)
    }
  }

  /// A writer of a layout through a packer, of rows of a pipeline's format.
  init(_ layout: StoreLayout, packer: StorePacker, color: ColorPipeline) {
    self.layout = layout
    self.packer = packer
    let untilStored = color.untilStored()
    self.color = untilStored
    copy = RowCopy(untilStored)
    encoder = RowEncoder(untilStored)
    halver = LightHalver(
      curves: color.working, hasAlpha: layout.pixels == .codes(hasAlpha: true))
    codes = ScratchBuffer(count: layout.levels[0].width, zero: 0)
    levels = layout.levels.indices.map { StoreLevel($0, layout) }
    lights = levels.map { Light($0.width * layout.pixelBytes) }
  }

  func add(_ row: UnsafeRawPointer) {
    copy.convert(row, into: codes.base, count: levels[0].width, encoder: encoder)
    add(codes: codes.base)
  }

  /// Takes the picture's next row: RGBA of 8 bits, straight.
  func add(codes row: UnsafePointer<UInt32>) {
    let level = levels[0]
    let target = level.row
    let source = UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self)
    if layout.pixelBytes == 4 {
      target.update(from: source, count: level.width * 4)
    } else {
      for pixel in 0..<level.width {
        target[3 &* pixel] = source[4 &* pixel]
        target[3 &* pixel &+ 1] = source[4 &* pixel &+ 1]
        target[3 &* pixel &+ 2] = source[4 &* pixel &+ 2]
      }
    }
    if levels.count > 1 {
      halver.linearise(target, into: lights[0].row.base, count: level.width)
    }
    finishRow(of: level)
  }

  /// Goes on from a row whose codes stand in the band and whose light has been kept.
  ///
  /// A full band is packed; every second row makes one of the next version, and an odd last row
  /// counts twice.
  private func finishRow(of level: StoreLevel) {
    level.addRow()
    level.packFullBand(by: packer)
    guard level.number + 1 < levels.count else { return }
    let next = levels[level.number + 1]
    let (light, nextLight) = (lights[level.number], lights[level.number + 1])
    let first = light.isWaiting ? light.waiting.base : light.row.base
    if !light.isWaiting, !level.isComplete {
      light.waiting.base.update(from: light.row.base, count: level.width * layout.pixelBytes)
      light.isWaiting = true
      return
    }
    halver.halve(first, light.row.base, into: nextLight.row.base, count: level.width)
    light.isWaiting = false
    halver.encode(nextLight.row.base, into: next.row, count: next.width)
    finishRow(of: next)
  }
}
