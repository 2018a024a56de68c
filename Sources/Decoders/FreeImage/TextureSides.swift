import DecoderKit
import Geometry

/// How a texture's header is told to FreeImage, which rounds both sides down to blocks of four.
///
/// It is told sides that are rounded up, so that all pixels come; what is beyond the texture's own
/// sides is not shown.
struct TextureSides {
  /// The texture's own size.
  let size: PixelSize
  /// The size that FreeImage is told.
  let told: PixelSize
  /// What FreeImage reads in the place of the file's bytes, by their places.
  let bytes: [Int: UInt8]
  /// How long a whole file is at least, where FreeImage looks beyond its end; `nil` where it
  /// doesn't.
  let leastBytes: Int?

  private static let headerBytes = 128
  /// Flags of the header: its pitch counts; and of the pixels: they are compressed.
  private static let (hasPitch, isCompressed) = (8, 4)

  /// Looks at a file's header; `nil` where FreeImage gets along with it, or it is no size.
  init?(header: [UInt8]) {
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(header[place + $1]) << (8 * $1) }
    }
    guard header.count >= Self.headerBytes else { return nil }
    let (height, width) = (number(12), number(16))
    let sides = 1...1 << 24
    guard sides.contains(width), sides.contains(height), width % 4 != 0 || height % 4 != 0 else {
      return nil
    }
    size = PixelSize(width: width, height: height)
    told = PixelSize(width: (width + 3) / 4 * 4, height: (height + 3) / 4 * 4)
    var bytes: [Int: UInt8] = [:]
    func tell(_ value: Int, at place: Int) {
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    tell(told.height, at: 12)
    tell(told.width, at: 16)
    guard number(80) & Self.isCompressed == 0 else {
      self.bytes = bytes
      leastBytes = nil
      return
    }
    // From one row to the next it is as far as before.
    let flags = number(8)
    let own = (width * min(number(88), 128) + 7) / 8
    let pitch = flags & Self.hasPitch != 0 ? number(20) : own
    tell(flags | Self.hasPitch, at: 8)
    tell(pitch, at: 20)
    self.bytes = bytes
    leastBytes = checkedProduct(pitch, height - 1).map { Self.headerBytes + $0 + own } ?? .max
  }
}
