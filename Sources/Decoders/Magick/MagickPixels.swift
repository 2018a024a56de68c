import CMagick
import Resampling

/// Turns GraphicsMagick's pixels, four samples of 16 bits, into those of rows.
///
/// A picture of 24 megapixels has 192 MB of them: whole pixels are worked on as numbers of 64 bits.
enum MagickPixels {
  /// Converts `count` pixels to packed ones; an alpha that they lack is full.
  static func copy(
    _ pixels: UnsafePointer<PixelPacket>, _ count: Int, into target: UnsafeMutableRawPointer,
    _ format: RowFormat, isOpaque: Bool
  ) {
    let source = UnsafeRawPointer(pixels)
    switch (format.depth, format.channels.count) {
    case (8, 3): colors8(source, count, target)
    case (8, _): translucent8(source, count, target, alpha: isOpaque ? 0xFF00_0000 : 0)
    case (_, 3): colors16(source, count, target.assumingMemoryBound(to: UInt16.self))
    default:
      translucent16(source, count, target.assumingMemoryBound(to: UInt16.self), isOpaque: isOpaque)
    }
  }

  // Where the samples of a pixel are in its number of 64 bits: constants, as shifts by those are
  // cheap.
  private static let blue: UInt64 = 0
  private static let green: UInt64 = 16
  private static let red: UInt64 = 32
  private static let opacity: UInt64 = 48

  /// Stops the program where GraphicsMagick's pixels are not blue, green, red and opacity.
  static func check() {
    typealias Layout = MemoryLayout<PixelPacket>
    precondition(
      Layout.offset(of: \.blue) == 0 && Layout.offset(of: \.green) == 2
        && Layout.offset(of: \.red) == 4 && Layout.offset(of: \.opacity) == 6
        && Layout.stride == 8, "pixels are what they are on little-endian machines")
  }

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
  }

  /// The nearest of 256 codes to each of four samples, in the lower half of its 16 bits.
  ///
  /// That is v/257 rounded, which (v + 128 − (v + 128)/256)/256 is for each v. No sample borrows
  /// from its neighbour, or carries into it.
  @inline(__always)
  private static func codes(_ samples: UInt64) -> UInt64 {
    let halves = (samples &>> 7 & 0x01FF_01FF_01FF_01FF) &+ 0x0001_0001_0001_0001
    let parts = halves &>> 1 & 0x01FF_01FF_01FF_01FF
    return (samples &- parts &+ 0x0080_0080_0080_0080) &>> 8 & 0x00FF_00FF_00FF_00FF
  }

  private static func colors8(
    _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    // Four bytes at a time, the last of which is the next pixel's to write; not beyond the row.
    for x in 0..<max(0, count - 1) {
      let codes = codes(load(source, x))
      let pixel =
        codes &>> red & 0xFF | (codes &>> green & 0xFF) &<< 8 | (codes &>> blue & 0xFF) &<< 16
      target.storeBytes(
        of: UInt32(truncatingIfNeeded: pixel).littleEndian, toByteOffset: x &* 3, as: UInt32.self)
    }
    guard count > 0 else { return }
    let codes = codes(load(source, count - 1))
    for (channel, shift) in [red, green, blue].enumerated() {
      let code = UInt8(truncatingIfNeeded: codes &>> shift)
      target.storeBytes(of: code, toByteOffset: (count - 1) * 3 + channel, as: UInt8.self)
    }
  }

  /// GraphicsMagick keeps how translucent a pixel is; `alpha` is set in each.
  private static func translucent8(
    _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, alpha: UInt64
  ) {
    for x in 0..<count {
      let codes = codes(load(source, x))
      let pixel =
        codes &>> red & 0xFF | (codes &>> green & 0xFF) &<< 8 | (codes &>> blue & 0xFF) &<< 16
        | (0xFF &- (codes &>> opacity & 0xFF)) &<< 24 | alpha
      target.storeBytes(
        of: UInt32(truncatingIfNeeded: pixel).littleEndian, toByteOffset: x &* 4, as: UInt32.self)
    }
  }

  private static func colors16(
    _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt16>
  ) {
    for x in 0..<count {
      let samples = load(source, x)
      target[x &* 3] = UInt16(truncatingIfNeeded: samples &>> red)
      target[x &* 3 &+ 1] = UInt16(truncatingIfNeeded: samples &>> green)
      target[x &* 3 &+ 2] = UInt16(truncatingIfNeeded: samples &>> blue)
    }
  }

  private static func translucent16(
    _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<UInt16>,
    isOpaque: Bool
  ) {
    for x in 0..<count {
      let samples = load(source, x)
      target[x &* 4] = UInt16(truncatingIfNeeded: samples &>> red)
      target[x &* 4 &+ 1] = UInt16(truncatingIfNeeded: samples &>> green)
      target[x &* 4 &+ 2] = UInt16(truncatingIfNeeded: samples &>> blue)
      let alpha = ~UInt16(truncatingIfNeeded: samples &>> opacity)
      target[x &* 4 &+ 3] = isOpaque ? .max : alpha
    }
  }
}
