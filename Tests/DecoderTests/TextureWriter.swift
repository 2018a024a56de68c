import Geometry
import TestSupport

/// Textures (DDS), and the pixels that their blocks represent.
struct TextureWriter {
  /// The compression of blocks of 4 × 4 pixels.
  enum Kind: String, CaseIterable {
    /// Two colours and interpolated ones; unless the first is the larger, one is transparent.
    case dxt1 = "DXT1"
    /// The same colours, and four bits of alpha per pixel.
    case dxt3 = "DXT3"
    /// The same colours, and two alphas with interpolated ones.
    case dxt5 = "DXT5"
  }

  let size: PixelSize
  var hasPitch = true
  /// The declared number of levels, each half as large as the previous one; 0 to declare none.
  var levels = 0
  /// True for the six faces of a cube.
  var isCube = false
  /// The number of slices of a volume; 0 for a flat texture.
  var depth = 0

  private func number(_ value: Int) -> [UInt8] { LongTailWriter.little(value, 4) }

  private func header(pitch: Int, pixelFormat: [UInt8]) -> [UInt8] {
    let flags =
      (hasPitch ? 0x100F : 0x1007) | (levels > 0 ? 0x2_0000 : 0) | (depth > 0 ? 0x80_0000 : 0)
    let kinds = 0x1000 | (levels > 0 ? 0x40_0008 : 0) | (isCube || depth > 0 ? 8 : 0)
    return Array("DDS ".utf8) + number(124) + number(flags) + number(size.height)
      + number(size.width) + number(hasPitch ? pitch : 0) + number(depth) + number(levels)
      + [UInt8](repeating: 0, count: 44) + number(32) + pixelFormat + number(kinds)
      + number(isCube ? 0xFE00 : depth > 0 ? 0x20_0000 : 0) + [UInt8](repeating: 0, count: 12)
  }

  /// A texture described by masks: `flags` of the pixel format, its bits, and the masks of red,
  /// green, blue and alpha.
  func masked(_ flags: Int, bits: Int, _ masks: [Int], _ pixels: [UInt8]) -> [UInt8] {
    header(
      pitch: size.width * bits / 8,
      pixelFormat: number(flags) + number(0) + number(bits) + masks.flatMap { number($0) }) + pixels
  }

  /// A texture whose format is four letters, or a number in their place.
  func named(_ letters: [UInt8], _ pixels: [UInt8]) -> [UInt8] {
    header(pitch: 0, pixelFormat: number(4) + letters + [UInt8](repeating: 0, count: 20)) + pixels
  }

  /// A texture in a DXGI format; `layers` of an array, or six faces of each.
  func extended(
    _ format: Int, _ pixels: [UInt8], layers: Int = 1, hasFaces: Bool = false, alpha: Int = 0
  ) -> [UInt8] {
    named(Array("DX10".utf8), []) + number(format) + number(depth > 0 ? 4 : 3)
      + number(hasFaces ? 4 : 0) + number(layers) + number(alpha) + pixels
  }

  /// An uncompressed texture, blue first, of 24 or 32 bits.
  func plain(_ samples: [UInt8], hasAlpha: Bool) -> [UInt8] {
    let channels = hasAlpha ? 4 : 3
    let format =
      number(hasAlpha ? 0x41 : 0x40) + number(0) + number(channels * 8) + number(0xFF0000)
      + number(0xFF00) + number(0xFF) + number(hasAlpha ? 0xFF00_0000 : 0)
    return header(pitch: size.width * channels, pixelFormat: format)
      + (0..<size.width * size.height).flatMap { pixel in
        (hasAlpha ? [2, 1, 0, 3] : [2, 1, 0]).map { samples[pixel * channels + $0] }
      }
  }

  /// A texture of blocks in all their forms, and its straight pixels, four samples each.
  func blocks(_ kind: Kind) -> (file: [UInt8], pixels: [UInt8]) {
    var random = SeededNumbers(seed: 0xDD5)
    let format = number(4) + Array(kind.rawValue.utf8) + [UInt8](repeating: 0, count: 20)
    let across = (size.width + 3) / 4
    var file = header(pitch: across * 8, pixelFormat: format)
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    for row in 0..<(size.height + 3) / 4 {
      for column in 0..<across {
        let block = Block(kind, &random)
        file += block.bytes
        for place in 0..<16 {
          let (x, y) = (column * 4 + place % 4, row * 4 + place / 4)
          guard x < size.width, y < size.height else { continue }
          for channel in 0..<4 {
            pixels[(y * size.width + x) * 4 + channel] = block.pixels[place][channel]
          }
        }
      }
    }
    return (file, pixels)
  }

  /// A random block.
  private struct Block {
    var bytes: [UInt8] = []
    var pixels: [[UInt8]] = []

    init(_ kind: Kind, _ random: inout SeededNumbers) {
      let alphas = alphas(kind, &random)
      let ends = (0..<2).map { _ in Int.random(in: 0...0xFFFF, using: &random) }
      let indices = (0..<16).map { _ in Int.random(in: 0...3, using: &random) }
      bytes += ends.flatMap { LongTailWriter.little($0, 2) }
      bytes += LongTailWriter.little(
        indices.enumerated().reduce(0) { $0 | $1.element << (2 * $1.offset) }, 4)
      let (first, second) = (Self.color(ends[0]), Self.color(ends[1]))
      let isOpaque = kind != .dxt1 || ends[0] > ends[1]
      let shares: [Double] = isOpaque ? [0, 1, 1 / 3, 2 / 3] : [0, 1, 0.5]
      pixels = (0..<16).map { place -> [UInt8] in
        let index = indices[place]
        guard shares.indices.contains(index) else { return [0, 0, 0, 0] }
        let share = shares[index]
        let color = (0..<3).map { channel -> UInt8 in
          UInt8((first[channel] + (second[channel] - first[channel]) * share).rounded())
        }
        return color + [alphas[place]]
      }
    }

    /// Sixteen alphas, whose bytes come first.
    private mutating func alphas(_ kind: Kind, _ random: inout SeededNumbers) -> [UInt8] {
      switch kind {
      case .dxt1: return [UInt8](repeating: 255, count: 16)
      case .dxt3:
        let alphas = (0..<16).map { _ in UInt8.random(in: 0...15, using: &random) }
        bytes += (0..<8).map { alphas[2 * $0] | alphas[2 * $0 + 1] << 4 }
        return alphas.map { $0 * 17 }
      case .dxt5:
        let ends = (0..<2).map { _ in Double(UInt8.random(in: 0...255, using: &random)) }
        let indices = (0..<16).map { _ in Int.random(in: 0...7, using: &random) }
        bytes += ends.map { UInt8($0) }
        let bits = indices.enumerated().reduce(0) { $0 | $1.element << (3 * $1.offset) }
        bytes += LongTailWriter.little(bits, 6)
        return indices.map { index in
          if index < 2 { return UInt8(ends[index]) }
          if ends[0] <= ends[1], index > 5 { return index == 6 ? 0 : 255 }
          let share = Double(index - 1) / (ends[0] > ends[1] ? 7 : 5)
          return UInt8((ends[0] + (ends[1] - ends[0]) * share).rounded())
        }
      }
    }

    /// A colour of 5, 6 and 5 bits.
    private static func color(_ bits: Int) -> [Double] {
      let parts: [(value: Int, most: Double)] = [
        (bits >> 11, 31), (bits >> 5 & 63, 63), (bits & 31, 31),
      ]
      return parts.map { (Double($0.value) * 255 / $0.most).rounded() }
    }
  }
}
