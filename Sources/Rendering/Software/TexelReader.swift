import Geometry

/// Reads the texels of one tile, whole or mixed.
struct TexelReader {
  let base: UnsafeRawPointer
  let size: PixelSize

  /// The texel at a place inside.
  @inline(__always)
  func texel(_ x: Int, _ y: Int) -> UInt32 {
    base.loadUnaligned(fromByteOffset: (y &* size.width &+ x) &* 4, as: UInt32.self)
  }

  /// The texel at a place, or the nearest one inside.
  @inline(__always)
  func clamped(_ x: Int, _ y: Int) -> UInt32 {
    texel(max(0, min(size.width &- 1, x)), max(0, min(size.height &- 1, y)))
  }

  /// Four neighbours mixed; the position is in 1/65536 texels, from the centre of the first one.
  @inline(__always)
  func mixed(_ x: Int, _ y: Int) -> UInt32 {
    let column = x >> 16
    let row = y >> 16
    let right = UInt32((x >> 8) & 255)
    let down = UInt32((y >> 8) & 255)
    let a = clamped(column, row)
    let b = clamped(column &+ 1, row)
    let c = clamped(column, row &+ 1)
    let d = clamped(column &+ 1, row &+ 1)
    if a == b && a == c && a == d { return a }
    let wd = right &* down
    let wc = (down << 8) &- wd
    let wb = (right << 8) &- wd
    let wa = 65536 &- wb &- wc &- wd
    func channel(_ shift: UInt32) -> UInt32 {
      let upper = ((a >> shift) & 255) &* wa &+ ((b >> shift) & 255) &* wb
      let lower = ((c >> shift) & 255) &* wc &+ ((d >> shift) & 255) &* wd
      return ((upper &+ lower &+ 32768) >> 16) << shift
    }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }
}
