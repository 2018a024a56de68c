import Geometry

/// The rows of a tile that is compressed when they are all there.
///
/// Memory is taken by a few rows at a time: the tiles of a row of tiles begin together.
struct HeldRows: ~Copyable {
  /// Bytes of a pixel.
  let channels: Int
  /// The tile's size.
  let size: PixelSize
  /// The pixels, closely.
  let base: UnsafeMutablePointer<UInt8>
  private var count = 0

  init(_ size: PixelSize, hasAlpha: Bool) {
    channels = hasAlpha ? 4 : 3
    self.size = size
    base = .allocate(capacity: size.width * size.height * channels)
  }

  deinit { base.deallocate() }

  /// Bytes from one row to the next.
  var stride: Int { size.width * channels }
  /// Bytes of all rows.
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
