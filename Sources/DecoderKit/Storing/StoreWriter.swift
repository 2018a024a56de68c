/// Cuts a picture into halved versions as its rows go by, and writes them into the scratch file.
///
/// It belongs to one thread. Where the file has no room, the largest versions are left out.
final class StoreWriter {
  private let layout: StoreLayout
  private let file: ScratchFile
  private let index: StoreIndex
  private let halver: LightHalver
  private let levels: [StoreLevel]
  private let strip: ScratchBuffer<UInt8>
  private let packed: ScratchBuffer<UInt8>
  private var space: ScratchSpace

  /// A writer of a layout into a file, whose strips it adds to an index.
  init(_ layout: StoreLayout, file: ScratchFile, index: StoreIndex, halver: LightHalver) {
    self.layout = layout
    self.file = file
    self.index = index
    self.halver = halver
    space = ScratchSpace(capacity: file.capacity)
    levels = layout.levels.indices.map { StoreLevel($0, layout) }
    let bytes = StoreLayout.stripColumns * layout.bandRows * layout.pixelBytes
    strip = ScratchBuffer(count: bytes, zero: 0)
    packed = ScratchBuffer(count: ScratchFile.bound(bytes), zero: 0)
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
  /// A full band is written; every second row makes one of the next version, and an odd last row
  /// counts twice.
  private func finishRow(of level: StoreLevel) {
    level.addRow()
    if level.rowCount % layout.bandRows == 0 || level.isComplete { writeBand(of: level) }
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

  private func writeBand(of level: StoreLevel) {
    guard index.firstKept <= level.number else { return }
    let band = (level.rowCount - 1) / layout.bandRows
    let rows = layout.rows(ofBand: band, level.number).count
    let stride = level.width * layout.pixelBytes
    var places: [ScratchFile.Place] = []
    for number in 0..<layout.stripCount(level.number) {
      let columns = layout.columns(ofStrip: number, level.number)
      let bytes = columns.count * layout.pixelBytes
      for row in 0..<rows {
        (strip.base + row * bytes).update(
          from: level.band.base + row * stride + columns.lowerBound * layout.pixelBytes,
          count: bytes)
      }
      guard let place = store(rows * bytes, for: level) else {
        // What has been written of this band is of no use without its rest.
        space.give(back: places)
        return
      }
      places.append(place)
    }
    index.append(places, level: level.number)
  }

  /// Packs the strip and writes it where there is room; `nil` where its version is given up.
  ///
  /// A full file gives up the largest version, which takes three quarters of it: the others go on
  /// in its place.
  private func store(_ bytes: Int, for level: StoreLevel) -> ScratchFile.Place? {
    let count = ScratchFile.pack(strip.base, count: bytes, into: packed.base)
    while index.firstKept <= level.number {
      if let place = space.take(count) {
        if file.write(packed.base, to: place) { return place }
        space.stopGrowing()
      }
      space.give(back: index.giveUpLargest())
    }
    return nil
  }
}
