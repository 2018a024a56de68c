import Geometry
import TestSupport

/// Writes GIF files by the specification, without giflib: a reference for the decoder.
struct GIFWriter {
  struct Frame {
    var area: PixelRect
    var indices: [UInt8]
    /// The local colour table.
    var palette: [[UInt8]] = []
    var transparent: Int?
    /// The disposal method's number in the file.
    var disposal = 1
    var isInterlaced = false
    /// The duration in hundredths of a second.
    var delay = 10
  }

  var size: PixelSize
  var palette: [[UInt8]]
  var background = 0
  var frames: [Frame] = []
  var version = "GIF89a"
  var hasTrailer = true
  /// The declared number of repetitions, 0 for endless; `nil` to declare none.
  var repetitions: Int? = 0

  var bytes: [UInt8] {
    var bytes = Array(version.utf8) + Self.short(size.width) + Self.short(size.height)
    bytes += [Self.flags(palette), UInt8(background), 0] + Self.table(palette)
    if let repetitions {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
      bytes += [3, 1] + Self.short(repetitions) + [0]
    }
    bytes += [0x21, 0xFE, 5] + Array("hello".utf8) + [0]
    for frame in frames { bytes += Self.bytes(of: frame) }
    return bytes + (hasTrailer ? [0x3B] : [])
  }

  private static func bytes(of frame: Frame) -> [UInt8] {
    let control =
      UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
    var bytes: [UInt8] = [0x21, 0xF9, 4, control] + short(frame.delay)
    bytes += [UInt8(frame.transparent ?? 0), 0, 0x2C]
    bytes += short(frame.area.minX) + short(frame.area.minY)
    bytes += short(frame.area.width) + short(frame.area.height)
    bytes.append(flags(frame.palette) | (frame.isInterlaced ? 0x40 : 0))
    bytes += table(frame.palette)
    let bits = max(2, 8 - frame.indices.reduce(UInt8(1)) { max($0, $1) }.leadingZeroBitCount)
    bytes.append(UInt8(bits))
    let codes = lzw(lines(of: frame), bits: bits)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0]
  }

  /// The rows in the file's order.
  private static func lines(of frame: Frame) -> [UInt8] {
    guard frame.isInterlaced else { return frame.indices }
    let rows =
      stride(from: 0, to: frame.area.height, by: 8).map { $0 }
      + stride(from: 4, to: frame.area.height, by: 8).map { $0 }
      + stride(from: 2, to: frame.area.height, by: 4).map { $0 }
      + stride(from: 1, to: frame.area.height, by: 2).map { $0 }
    return rows.flatMap { frame.indices[$0 * frame.area.width..<($0 + 1) * frame.area.width] }
  }

  static func short(_ number: Int) -> [UInt8] {
    [UInt8(number & 255), UInt8(number >> 8 & 255)]
  }

  private static func bits(of palette: [[UInt8]]) -> Int {
    (0..<8).first { 2 << $0 >= palette.count } ?? 7
  }

  private static func flags(_ palette: [[UInt8]]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8(bits(of: palette))
  }

  private static func table(_ palette: [[UInt8]]) -> [UInt8] {
    guard !palette.isEmpty else { return [] }
    let missing = (2 << bits(of: palette)) - palette.count
    return palette.joined() + [UInt8](repeating: 0, count: 3 * missing)
  }

  /// Codes of one width.
  static func codes(_ codes: [Int], width: Int) -> [UInt8] {
    var (bytes, pool, count): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      pool |= code << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(pool & 255))
        pool >>= 8
        count -= 8
      }
    }
    return bytes + (count > 0 ? [UInt8(pool)] : [])
  }

  /// A block of bytes.
  static func block(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes }

  /// LZW codes of growing width.
  private static func lzw(_ indices: [UInt8], bits: Int) -> [UInt8] {
    let clear = 1 << bits
    var (bytes, pool, count): ([UInt8], Int, Int) = ([], 0, 0)
    var width = bits + 1
    func emit(_ code: Int) {
      pool |= code << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(pool & 255))
        pool >>= 8
        count -= 8
      }
    }
    var known: [Int: Int] = [:]
    var next = clear + 2
    var prefix = -1
    emit(clear)
    for index in indices {
      if prefix < 0 {
        prefix = Int(index)
      } else if let code = known[prefix << 8 | Int(index)] {
        prefix = code
      } else {
        emit(prefix)
        if next < 4096 {
          known[prefix << 8 | Int(index)] = next
          if next == 1 << width { width += 1 }
          next += 1
        } else {
          emit(clear)
          known = [:]
          (next, width) = (clear + 2, bits + 1)
        }
        prefix = Int(index)
      }
    }
    emit(prefix)
    emit(clear + 1)
    return bytes + (count > 0 ? [UInt8(pool & 255)] : [])
  }

  // MARK: Pictures

  /// Colours that are all different.
  static func colors(_ count: Int, seed: Int = 0) -> [[UInt8]] {
    (0..<count).map {
      [UInt8(($0 * 37 + seed) & 255), UInt8((255 - $0) & 255), UInt8($0 * 91 & 255)]
    }
  }

  /// A frame with runs and noise in some number of colours.
  static func indices(_ size: PixelSize, colors: Int, seed: UInt64) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<size.width * size.height).map { place in
      let x = place % size.width
      let y = place / size.width
      let isNoise = (x / 11 + y / 7) % 3 == 0
      return UInt8(isNoise ? Int.random(in: 0..<colors, using: &numbers) : (x / 5 + y / 3) % colors)
    }
  }
}
