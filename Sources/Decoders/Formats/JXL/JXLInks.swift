import CJXL
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc

/// Collects a CMYK frame until it is complete: libjxl delivers black separately, and only as a
/// whole.
///
/// In the file 0 is full ink; rows have the inverse.
// @unchecked Sendable: libjxl's threads write to separate pixels, and the decoding thread reads
// them after they have ended.
final class JXLInks: JXLSink, @unchecked Sendable {
  /// The channels that libjxl delivers together: three inks, and alpha if there is any.
  let channels: Int
  /// The buffer for black, one number per pixel with the rows' depth; initially no ink.
  let black: UnsafeMutableRawPointer
  /// The size of that buffer.
  let blackBytes: Int
  /// True for 16-bit numbers, false for 8-bit ones.
  let isDeep: Bool
  private let size: PixelSize
  private let colors: UnsafeMutableRawPointer

  /// Buffers for a frame of this size.
  init(size: PixelSize, channels: Int, isDeep: Bool) throws(CodecError) {
    guard let pixels = checkedProduct(size.width, size.height, isDeep ? 2 : 1),
      let bytes = checkedProduct(pixels, channels), let colors = calloc(bytes, 1)
    else { throw .noMemory }
    guard let black = malloc(pixels) else {
      free(colors)
      throw .noMemory
    }
    memset(black, 0xFF, pixels)
    self.size = size
    self.channels = channels
    self.black = black
    self.isDeep = isDeep
    blackBytes = pixels
    self.colors = colors
  }

  deinit {
    free(colors)
    free(black)
  }

  /// The memory of such a picture: libjxl's 32-bit numbers, twice before 0.8, and these buffers.
  static func memory(_ info: JxlBasicInfo, of size: PixelSize) throws(CodecError) -> MemoryClass {
    let channels = 3 + Int(info.num_extra_channels)
    let bytes = (JxlDecoderVersion() < 8000 ? 8 : 4) + (info.bits_per_sample > 8 ? 2 : 1)
    guard let needed = checkedProduct(size.width, size.height, channels, bytes),
      let fair = checkedProduct(size.width, size.height, 16),
      let held = checkedProduct(size.width, size.height, 10)
    else { throw CodecError(.tooLarge, "the picture is too large to be decoded") }
    let usual = min(max(fair, 16 << 20), MemoryClass.mostReserved)
    return .reserving(bytes: needed <= usual + beside ? usual : needed, held: held)
  }

  /// The usable part of the slack that every process has.
  private static let beside = 160 << 20

  /// Takes a piece of a row.
  func put(x: Int, y: Int, count: Int, _ numbers: UnsafePointer<Float>) {
    guard (0..<size.height).contains(y), x >= 0, count > 0, count <= size.width,
      x <= size.width - count
    else { return }
    let place = (y * size.width + x) * channels
    if isDeep {
      keep(numbers, count * channels, in: colors.assumingMemoryBound(to: UInt16.self) + place)
    } else {
      keep(numbers, count * channels, in: colors.assumingMemoryBound(to: UInt8.self) + place)
    }
  }

  private func keep<Sample: FixedWidthInteger & UnsignedInteger>(
    _ numbers: UnsafePointer<Float>, _ count: Int, in target: UnsafeMutablePointer<Sample>
  ) {
    let most = Float(Sample.max)
    for index in 0..<count {
      let number = numbers[index]
      // NaN compares as false.
      target[index] = number > 0 ? Sample(min(number, 1) * most + 0.5) : 0
    }
  }

  /// Delivers whole rows: cyan, magenta, yellow and black, where 1 is full ink, and alpha.
  func deliver(to rows: JXLRows) {
    if isDeep {
      deliver(UInt16.self, to: rows)
    } else {
      deliver(UInt8.self, to: rows)
    }
  }

  private func deliver<Sample: FixedWidthInteger & UnsignedInteger>(
    _: Sample.Type, to rows: JXLRows
  ) {
    let colors = colors.assumingMemoryBound(to: Sample.self)
    let inks = black.assumingMemoryBound(to: Sample.self)
    let (count, most) = (channels + 1, Float(Sample.max))
    withUnsafeTemporaryAllocation(of: Float.self, capacity: size.width * count) { row in
      guard let row = row.baseAddress else { return }
      for y in 0..<size.height where !rows.isUnwanted {
        for x in 0..<size.width {
          let pixel = y &* size.width &+ x
          let (source, target) = (colors + pixel &* channels, row + x &* count)
          for ink in 0..<3 { target[ink] = 1 - Float(source[ink]) / most }
          target[3] = 1 - Float(inks[pixel]) / most
          if channels > 3 { target[4] = Float(source[3]) / most }
        }
        rows.put(x: 0, y: y, count: size.width, row)
      }
    }
  }
}
