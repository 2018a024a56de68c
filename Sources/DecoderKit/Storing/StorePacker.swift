import Resampling

/// Compresses full bands and hands them to a `BandWriter`; it belongs to the thread that halves.
///
/// Halving with packing, and the system's part of writing, take about as long as each other: side by
/// side they keep two processors busy beside the decoder.
final class StorePacker {
  private let layout: StoreLayout
  private let writer: BandWriter
  private let strip: ScratchBuffer<UInt8>

  /// A packer of a layout into a file, whose strips are added to an index.
  init(_ layout: StoreLayout, file: ScratchFile, index: StoreIndex) {
    self.layout = layout
    writer = BandWriter(layout, file: file, index: index)
    strip = ScratchBuffer(count: layout.stripBytes, zero: 0)
  }

  /// Has bands written on a thread of its own from now on, if one can be had.
  func start() { writer.start() }

  /// Packs a band of a version, whose rows lie one after the other; they are read before it returns.
  func pack(_ pixels: UnsafePointer<UInt8>, level: Int, band number: Int) {
    let rows = layout.rows(ofBand: number, level).count
    let stride = layout.levels[level].width * layout.pixelBytes
    let band = writer.takeFree()
    band.begin(level: level)
    for number in 0..<layout.stripCount(level) {
      let columns = layout.columns(ofStrip: number, level)
      let bytes = columns.count * layout.pixelBytes
      for row in 0..<rows {
        (strip.base + row * bytes).update(
          from: pixels + row * stride + columns.lowerBound * layout.pixelBytes, count: bytes)
      }
      band.add(strip.base, count: rows * bytes)
    }
    writer.submit(band)
  }

  /// Waits until everything has been written, and ends the thread.
  func finish() { writer.finish() }
}
