import Geometry

/// Arithmetic on pixels of four bytes in one integer, the first byte lowest.
enum SoftwarePixel {
  static func pack(_ color: OpaqueColor, _ order: SurfacePixels.Order) -> UInt32 {
    let rgba =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xff00_0000
    return order == .rgba ? rgba : swapped(rgba)
  }

  /// Swaps the first and the third byte.
  @inline(__always)
  static func swapped(_ pixel: UInt32) -> UInt32 {
    (pixel & 0xff00_ff00) | (pixel & 0xff) << 16 | (pixel >> 16) & 0xff
  }

  /// Blends a premultiplied pixel over another: p + round(q · (255 − a) / 255) per channel.
  ///
  /// No quotient of two integers by 255 is halfway between two results, so rounding is unambiguous
  /// and the shader gets the same result in floating point.
  @inline(__always)
  static func over(_ pixel: UInt32, _ behind: UInt32) -> UInt32 {
    let clear = 255 &- (pixel >> 24)
    if clear == 0 { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      let product = ((behind >> shift) & 255) &* clear &+ 128
      let sum = ((pixel >> shift) & 255) &+ (product &+ (product >> 8)) >> 8
      return min(sum, 255) << shift
    }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }

  /// Blends a premultiplied pixel over another with an opacity in 1/65536, rounding each channel
  /// once.
  @inline(__always)
  static func over(_ pixel: UInt32, _ behind: UInt32, opacity: UInt32) -> UInt32 {
    if opacity == 65536 { return over(pixel, behind) }
    let opacity = UInt64(opacity)
    // In units of 1 / (255 · 65536).
    let clear = 255 * 65536 &- UInt64(pixel >> 24) &* opacity
    func channel(_ shift: UInt32) -> UInt32 {
      let sum =
        UInt64((pixel >> shift) & 255) &* opacity &* 255 &+ UInt64((behind >> shift) & 255) &* clear
      return UInt32(min((sum &+ 255 * 32768) / (255 * 65536), 255)) << shift
    }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }
}

/// Reads a tile's texels, with or without interpolation.
struct TexelReader {
  let base: UnsafeRawPointer
  let size: PixelSize

  /// Returns a texel; coordinates must be inside.
  @inline(__always)
  func texel(_ x: Int, _ y: Int) -> UInt32 {
    base.loadUnaligned(fromByteOffset: (y &* size.width &+ x) &* 4, as: UInt32.self)
  }

  /// Returns a texel; coordinates are clamped.
  @inline(__always)
  func clamped(_ x: Int, _ y: Int) -> UInt32 {
    texel(max(0, min(size.width &- 1, x)), max(0, min(size.height &- 1, y)))
  }

  /// Interpolates four texels; the position is in 1/65536 texels, from the first one's centre.
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
