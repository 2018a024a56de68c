import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// A frame in inks, until it is whole: libjxl gives black beside cyan, magenta and yellow, and only
/// all of it at once.
///
/// In a file 0 is all of an ink; rows have it the other way round.
// Sendable without a check: libjxl's threads write pixels of their own, and the decoding thread
// reads them when they have ended.
final class JXLInks: JXLSink, @unchecked Sendable {
  /// Channels that libjxl gives together: three inks, and alpha where there is any.
  let channels: Int
  /// Room for black, one number of 16 bits a pixel; no ink until it is filled.
  let black: UnsafeMutableRawPointer
  /// The size of that room.
  let blackBytes: Int
  private let size: PixelSize
  private let colors: UnsafeMutablePointer<UInt16>

  /// Room for a frame of this size.
  init(size: PixelSize, channels: Int) throws(CodecError) {
    guard let pixels = checkedProduct(size.width, size.height),
      let bytes = checkedProduct(pixels, channels, 2), let colors = calloc(bytes, 1)
    else { throw .noMemory }
    guard let black = malloc(pixels * 2) else {
      free(colors)
      throw .noMemory
    }
    memset(black, 0xFF, pixels * 2)
    self.size = size
    self.channels = channels
    self.black = black
    blackBytes = pixels * 2
    self.colors = colors.assumingMemoryBound(to: UInt16.self)
  }

  deinit {
    free(colors)
    free(black)
  }

  /// What such a picture takes: libjxl's numbers, of 32 bits, twice, and what is held here.
  static func memory(_ info: JxlBasicInfo, of size: PixelSize) throws(CodecError) -> MemoryClass {
    let channels = 3 + Int(info.num_extra_channels)
    guard let reserved = checkedProduct(size.width, size.height, channels * 10),
      let fair = checkedProduct(size.width, size.height, 16),
      let held = checkedProduct(size.width, size.height, 10)
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let usual = min(max(fair, 16 << 20), MemoryClass.mostReserved)
    return .reserving(bytes: reserved <= usual + (128 << 20) ? usual : reserved, held: held)
  }

  /// Takes a piece of a row.
  func put(x: Int, y: Int, count: Int, _ numbers: UnsafePointer<Float>) {
    guard (0..<size.height).contains(y), x >= 0, count > 0, count <= size.width,
      x <= size.width - count
    else { return }
    let target = colors + (y * size.width + x) * channels
    for index in 0..<count * channels {
      let number = numbers[index]
      // Not a number compares as smaller.
      target[index] = number > 0 ? UInt16(min(number, 1) * 65535 + 0.5) : 0
    }
  }

  /// Gives whole rows on: cyan, magenta, yellow and black, of which 1 is all, and alpha.
  func deliver(to rows: JXLRows) {
    let inks = black.assumingMemoryBound(to: UInt16.self)
    let count = channels + 1
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size.width * count) { row in
      guard let row = row.baseAddress else { return }
      for y in 0..<size.height where !rows.isUnwanted {
        for x in 0..<size.width {
          let pixel = y * size.width + x
          let (source, target) = (colors + pixel &* channels, row + x &* count)
          for ink in 0..<3 { target[ink] = 1 - Float(source[ink]) / 65535 }
          target[3] = 1 - Float(inks[pixel]) / 65535
          if channels > 3 { target[4] = Float(source[3]) / 65535 }
        }
        rows.put(x: 0, y: y, count: size.width, row)
      }
    }
  }
}
