import Resampling

/// The compressed strips of one band, which are written together.
// @unchecked Sendable: `BandWriter` ensures that one thread at a time uses it.
final class PackedBand: @unchecked Sendable {
  /// The level that the band belongs to.
  private(set) var level = 0
  /// Bytes of each strip.
  private(set) var lengths: [UInt16] = []
  private var count = 0
  private let bytes: ScratchBuffer<UInt8>

  /// A buffer for the largest band of a layout, even if nothing compresses.
  init(_ layout: StoreLayout) {
    let strips = layout.stripCount(0)
    bytes = ScratchBuffer(count: strips * StripFile.bound(layout.stripBytes), zero: 0)
    lengths.reserveCapacity(strips)
  }

  /// The first strip's first byte.
  var base: UnsafePointer<UInt8> { UnsafePointer(bytes.base) }

  /// Removes all strips and starts a band of `level`.
  func begin(level: Int) {
    self.level = level
    lengths.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Compresses one more strip.
  func add(_ strip: UnsafePointer<UInt8>, count: Int) {
    let length = StripFile.pack(strip, count: count, into: bytes.base + self.count)
    lengths.append(UInt16(length))
    self.count += length
  }
}

/// Compresses full bands and hands them to a `BandWriter`; used on the halving thread.
///
/// Halving plus packing takes about as long as writing, so running them in parallel keeps two cores
/// busy besides the decoder.
final class StorePacker {
  private let layout: StoreLayout
  private let writer: BandWriter
  private let strip: ScratchBuffer<UInt8>

  /// A packer of a layout into a file; strips are added to an index.
  init(_ layout: StoreLayout, file: StripFile, index: StoreIndex) {
    self.layout = layout
    writer = BandWriter(layout, file: file, index: index)
    strip = ScratchBuffer(count: layout.stripBytes, zero: 0)
  }

  /// Writes bands on another thread from now on, if one can be started.
  func start() { writer.start() }

  /// Packs a band of a level, whose rows are contiguous; they are read before it returns.
  func pack(_ pixels: UnsafePointer<UInt8>, level: Int, band number: Int) {
    let rows = layout.rows(ofBand: number, level).count
    let stride = layout.levels[level].width * layout.pixelBytes
    let band = writer.takeFree()
    band.begin(level: level)
    for number in 0..<layout.stripCount(level) {
      let columns = layout.columns(ofStrip: number, level)
      let bytes = columns.count * layout.pixelBytes
      let first = pixels + columns.lowerBound * layout.pixelBytes
      if case .light(let channels) = layout.pixels {
        HalfStrip.spread(
          UnsafeRawPointer(first).assumingMemoryBound(to: UInt16.self), stride: stride / 2,
          rows: rows, count: columns.count * channels.count, channels: channels.count,
          to: strip.base)
      } else {
        for row in 0..<rows {
          (strip.base + row * bytes).update(from: first + row * stride, count: bytes)
        }
      }
      band.add(strip.base, count: rows * bytes)
    }
    writer.submit(band)
  }

  /// Waits until everything has been written, and ends the thread.
  func finish() { writer.finish() }
}
