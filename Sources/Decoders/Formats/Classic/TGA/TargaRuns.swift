import DecoderKit
import DecoderProtocol

/// Reads a TGA file's stored pixels row by row, run-length encoded or not.
///
/// Runs may continue into the next row.
struct TargaRuns {
  private var reader: ByteReader
  private let width: Int
  private let pixelBytes: Int
  private let isRuns: Bool
  /// Remaining pixels of the current packet.
  private var left = 0
  /// True if the packet repeats one pixel.
  private var isRepeated = false
  private var pixel: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)

  /// Starts with the first pixel of a file.
  init(_ input: PictureInput, _ header: TargaHeader) {
    reader = ByteReader(input, at: header.pixels)
    width = header.size.width
    pixelBytes = header.pixelBytes
    isRuns = header.isRuns
  }

  /// Reads the next row; returns the number of its pixels in the file.
  mutating func readRow(into target: UnsafeMutablePointer<UInt8>) throws(CodecError) -> Int {
    var x = 0
    while x < width {
      if left == 0 { try beginPacket() }
      guard !reader.isPastEnd else { return x }
      let count = min(left, width - x)
      let start = target + x * pixelBytes
      if isRepeated {
        for index in 0..<count {
          withUnsafeBytes(of: pixel) { bytes in
            for byte in 0..<pixelBytes { start[index &* pixelBytes &+ byte] = bytes[byte] }
          }
        }
      } else {
        let bytes = UnsafeMutableRawBufferPointer(start: start, count: count * pixelBytes)
        let done = try reader.read(into: bytes)
        if done < bytes.count { return x + done / pixelBytes }
      }
      left -= count
      x += count
    }
    return x
  }

  /// True if a run-length encoded file ends before its last pixel; walks over all packets.
  static func isCut(_ input: PictureInput, _ header: TargaHeader) throws(CodecError) -> Bool {
    var reader = ByteReader(input, at: header.pixels)
    var left = header.size.width * header.size.height
    let end = input.byteCount
    while left > 0 {
      let head = try reader.byte()
      let count = Int(head & 0x7F) + 1
      let stored = head & 0x80 != 0 ? 1 : min(count, left)
      reader.skip(stored * header.pixelBytes)
      if reader.isPastEnd || reader.offset > end { return true }
      left -= count
    }
    return false
  }

  private mutating func beginPacket() throws(CodecError) {
    guard isRuns else {
      left = width
      return
    }
    let head = try reader.byte()
    left = Int(head & 0x7F) + 1
    isRepeated = head & 0x80 != 0
    guard isRepeated else { return }
    pixel.0 = try reader.byte()
    if pixelBytes > 1 { pixel.1 = try reader.byte() }
    if pixelBytes > 2 { pixel.2 = try reader.byte() }
    if pixelBytes > 3 { pixel.3 = try reader.byte() }
  }
}
