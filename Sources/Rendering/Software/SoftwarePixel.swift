import Geometry

/// Arithmetic on pixels of four bytes in one number, the first byte lowest.
enum SoftwarePixel {
  /// An opaque colour.
  static func pack(_ color: OpaqueColor, _ order: SurfacePixels.Order) -> UInt32 {
    let rgba =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xff00_0000
    return order == .rgba ? rgba : swapped(rgba)
  }

  /// First and third byte in each other's place.
  @inline(__always)
  static func swapped(_ pixel: UInt32) -> UInt32 {
    (pixel & 0xff00_ff00) | (pixel & 0xff) << 16 | (pixel >> 16) & 0xff
  }

  /// A premultiplied pixel over another: p + round(q · (255 − a) / 255) in each channel.
  ///
  /// No quotient of two whole numbers by 255 lies between two results, so rounding is never in
  /// doubt, and the shader comes to the same in floating point.
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

  /// So much of a premultiplied pixel over another, in 1/65536: each channel rounded once.
  @inline(__always)
  static func over(_ pixel: UInt32, _ behind: UInt32, share: UInt32) -> UInt32 {
    if share == 65536 { return over(pixel, behind) }
    let share = UInt64(share)
    // Out of 255 · 65536.
    let clear = 255 * 65536 &- UInt64(pixel >> 24) &* share
    func channel(_ shift: UInt32) -> UInt32 {
      let sum =
        UInt64((pixel >> shift) & 255) &* share &* 255 &+ UInt64((behind >> shift) & 255) &* clear
      return UInt32(min((sum &+ 255 * 32768) / (255 * 65536), 255)) << shift
    }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }
}
