import DecoderKit
import DecoderProtocol
import Geometry

/// Reads the scanlines of a Radiance picture: four bytes per pixel, uncompressed or in two
/// run-length encodings.
struct RadianceScanlines {
  /// Why the rest is missing; set by the first incomplete scanline.
  private(set) var missing: String?
  private var reader: ByteReader
  private let width: Int
  /// One of a scanline's four samples.
  private var plane: [UInt8]

  /// The widths for which the newer encoding is used.
  private static let runWidths = 8...0x7fff

  init(_ input: PictureInput, _ header: RadianceHeader) {
    reader = ByteReader(input, at: header.start)
    width = header.size.width
    plane = [UInt8](repeating: 0, count: width)
  }

  /// Reads a scanline; returns false if it is incomplete.
  mutating func read(into row: UnsafeMutableRawBufferPointer) throws(CodecError) -> Bool {
    let isWhole = try readPixels(into: row)
    if reader.isPastEnd {
      missing = .endsTooEarly
    } else if !isWhole {
      missing = "the file is damaged: the rest of the picture is missing"
    }
    return missing == nil
  }

  private mutating func readPixels(
    into row: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Bool {
    let first = SIMD4(
      try reader.byte(), try reader.byte(), try reader.byte(), try reader.byte())
    guard Self.runWidths.contains(width), first[0] == 2, first[1] == 2, first[2] < 128 else {
      return try readOldRuns(first, into: row)
    }
    guard Int(first[2]) << 8 | Int(first[3]) == width else { return false }
    for channel in 0..<4 {
      guard try readRuns() else { return false }
      plane.withUnsafeBytes { plane in
        for x in 0..<width { row[x &* 4 &+ channel] = plane[x] }
      }
    }
    return true
  }

  /// Reads one sample of each pixel: runs and literal bytes.
  private mutating func readRuns() throws(CodecError) -> Bool {
    var x = 0
    while x < width {
      let count = Int(try reader.byte())
      let length = count > 128 ? count - 128 : count
      guard length > 0, length <= width - x, !reader.isPastEnd else { return false }
      if count > 128 {
        let value = try reader.byte()
        for index in x..<x + length { plane[index] = value }
      } else {
        let done = try reader.read(into: &plane, x..<x + length)
        guard done == length else { return false }
      }
      x += length
    }
    return true
  }

  /// Reads pixels in the old encoding: three ones and a count repeat the last pixel, and further
  /// such pixels are the count's higher bytes.
  private mutating func readOldRuns(
    _ first: SIMD4<UInt8>, into row: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Bool {
    var (pixel, x, shift) = (first, 0, 0)
    while true {
      if pixel[0] == 1, pixel[1] == 1, pixel[2] == 1 {
        let count = Int(pixel[3]) << shift
        guard x > 0, count <= width - x else { return false }
        let last = row.loadUnaligned(fromByteOffset: (x - 1) * 4, as: UInt32.self)
        for index in x..<x + count {
          row.storeBytes(of: last, toByteOffset: index * 4, as: UInt32.self)
        }
        x += count
        shift = min(shift + 8, 24)
      } else {
        for channel in 0..<4 { row[x * 4 + channel] = pixel[channel] }
        x += 1
        shift = 0
      }
      guard !reader.isPastEnd else { return false }
      if x == width { return true }
      pixel = SIMD4(try reader.byte(), try reader.byte(), try reader.byte(), try reader.byte())
    }
  }
}
