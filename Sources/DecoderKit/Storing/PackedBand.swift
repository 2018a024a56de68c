import Resampling

/// The strips of one band, compressed, one after the other: what is written at once.
// Sendable without a check: it belongs to one thread at a time, which `BandWriter` sees to.
final class PackedBand: @unchecked Sendable {
  /// The version that it is of.
  private(set) var level = 0
  /// Bytes of each strip.
  private(set) var lengths: [UInt16] = []
  private var count = 0
  private let bytes: ScratchBuffer<UInt8>

  /// Room for the largest band of a layout, however badly it can be compressed.
  init(_ layout: StoreLayout) {
    let strips = layout.stripCount(0)
    bytes = ScratchBuffer(count: strips * ScratchFile.bound(layout.stripBytes), zero: 0)
    lengths.reserveCapacity(strips)
  }

  /// The first strip's first byte.
  var base: UnsafePointer<UInt8> { UnsafePointer(bytes.base) }

  /// Forgets its strips and becomes one of another version.
  func begin(level: Int) {
    self.level = level
    lengths.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Compresses one more strip.
  func add(_ strip: UnsafePointer<UInt8>, count: Int) {
    let length = ScratchFile.pack(strip, count: count, into: bytes.base + self.count)
    lengths.append(UInt16(length))
    self.count += length
  }
}
