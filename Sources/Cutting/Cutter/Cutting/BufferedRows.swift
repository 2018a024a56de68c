import Geometry
import Glibc

/// Collects the rows of a tile that is compressed when it is complete.
///
/// The memory is mapped: pages are allocated as rows arrive, since the tiles of a tile row start
/// together, and are freed all at once. On the heap, zlib's allocations would fragment it and
/// double the memory use.
struct BufferedRows: ~Copyable {
  /// Bytes per pixel.
  let channels: Int
  /// The tile's size.
  let size: PixelSize
  /// The packed pixels.
  let base: UnsafeMutablePointer<UInt8>
  private var count = 0

  init(_ size: PixelSize, hasAlpha: Bool) throws(EncodingError) {
    let channels = hasAlpha ? 4 : 3
    let bytes = size.width * size.height * channels
    guard
      let memory = mmap(
        nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { throw EncodingError(isForMemory: true) }
    base = memory.bindMemory(to: UInt8.self, capacity: bytes)
    self.channels = channels
    self.size = size
  }

  deinit { munmap(base, byteCount) }

  /// Bytes from one row to the next.
  var stride: Int { size.width * channels }
  var byteCount: Int { stride * size.height }

  /// Copies a row of RGBA pixels.
  mutating func add(_ row: UnsafePointer<UInt8>) {
    let target = base + count * stride
    count += 1
    if channels == 4 {
      target.update(from: row, count: stride)
      return
    }
    for pixel in 0..<size.width {
      target[3 &* pixel] = row[4 &* pixel]
      target[3 &* pixel &+ 1] = row[4 &* pixel &+ 1]
      target[3 &* pixel &+ 2] = row[4 &* pixel &+ 2]
    }
  }
}
