import Resampling

/// Cuts a picture into halved versions as its rows go by, and packs their bands.
///
/// It belongs to one thread.
final class StoreWriter {
  private let layout: StoreLayout
  private let packer: StorePacker
  private let halver: LightHalver
  private let levels: [StoreLevel]

  /// A writer of a layout through a packer.
  init(_ layout: StoreLayout, packer: StorePacker, halver: LightHalver) {
    self.layout = layout
    self.packer = packer
    self.halver = halver
    levels = layout.levels.indices.map { StoreLevel($0, layout) }
  }

  /// Takes the picture's next row: RGBA of 8 bits, straight.
  func add(_ row: UnsafePointer<UInt32>) {
    let level = levels[0]
    let target = band(of: level)
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
      halver.linearise(target, into: level.light.base, count: level.width)
    }
    finishRow(of: level)
  }

  private func band(of level: StoreLevel) -> UnsafeMutablePointer<UInt8> {
    level.band.base + level.rowCount % layout.bandRows * level.width * layout.pixelBytes
  }

  /// Goes on from a row whose codes stand in the band and whose light stands in `light`.
  ///
  /// A full band is packed; every second row makes one of the next version, and an odd last row
  /// counts twice.
  private func finishRow(of level: StoreLevel) {
    level.addRow()
    if level.rowCount % layout.bandRows == 0 || level.isComplete {
      packer.pack(
        level.band.base, level: level.number, band: (level.rowCount - 1) / layout.bandRows)
    }
    guard level.number + 1 < levels.count else { return }
    let next = levels[level.number + 1]
    let first = level.isWaiting ? level.waiting.base : level.light.base
    if !level.isWaiting, !level.isComplete {
      level.waiting.base.update(from: level.light.base, count: level.width * layout.pixelBytes)
      level.isWaiting = true
      return
    }
    halver.halve(first, level.light.base, into: next.light.base, count: level.width)
    level.isWaiting = false
    halver.encode(next.light.base, into: band(of: next), count: next.width)
    finishRow(of: next)
  }
}
