import Geometry
import TestSupport

/// BC7 and BC6H blocks, packed by their specification, and the pixels that they encode.
struct BlockWriter {
  private(set) var bytes = [UInt8](repeating: 0, count: 16)
  private var place = 0

  /// Random bytes.
  static func blocks(_ count: Int) -> [UInt8] {
    var random = SeededNumbers(seed: 0xBC7)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Appends the bits of a number, the lowest first.
  mutating func put(_ value: Int, _ count: Int) {
    for bit in 0..<count where value >> bit & 1 == 1 {
      bytes[(place + bit) / 8] |= 1 << UInt8((place + bit) % 8)
    }
    place += count
  }

  /// The weight of the second endpoint for an index, in 64ths.
  private static func weight(_ index: Int, bits: Int) -> Int {
    // Even steps of 64, rounded, as in the specification's tables.
    Int((Double(index) * 64 / Double(1 << bits - 1)).rounded())
  }

  private static func mixed(_ from: Int, _ to: Int, _ weight: Int) -> Int {
    ((64 - weight) * from + weight * to + 32) >> 6
  }

  /// The parameters of a BC7 mode.
  struct Mode {
    var number: Int
    /// The subset of each pixel, the number of that partition, and its bit count.
    var subsets: [Int]
    var partition = (number: 0, bits: 0)
    /// The anchor pixels of the subsets.
    var anchors = [0]
    var colorBits: Int
    var alphaBits = 0
    /// Extra lowest bits of each endpoint, or shared by both endpoints of a subset.
    var endBits = 0
    var sharedBits = 0
    var indexBits: Int
    var secondBits = 0
    var rotation: Int?
    /// Selects which indices belong to the colours.
    var selector: Int?
  }

  private static let halves = (0..<16).map { $0 / 8 }
  private static let thirds = (0..<16).map { $0 < 8 ? 0 : $0 < 12 ? 1 : 2 }
  private static let whole = [Int](repeating: 0, count: 16)

  /// Every mode; two subsets are the upper and the lower half, three are the upper half and each of
  /// the rows below.
  static let modes: [Mode] = [
    Mode(
      number: 0, subsets: thirds, partition: (8, 4), anchors: [0, 8, 15], colorBits: 4, endBits: 1,
      indexBits: 3),
    Mode(
      number: 1, subsets: halves, partition: (13, 6), anchors: [0, 15], colorBits: 6,
      sharedBits: 1, indexBits: 3),
    Mode(
      number: 2, subsets: thirds, partition: (8, 6), anchors: [0, 8, 15], colorBits: 5,
      indexBits: 2),
    Mode(
      number: 3, subsets: halves, partition: (13, 6), anchors: [0, 15], colorBits: 7, endBits: 1,
      indexBits: 2),
    Mode(
      number: 4, subsets: whole, colorBits: 5, alphaBits: 6, indexBits: 2, secondBits: 3,
      rotation: 0, selector: 0),
    Mode(
      number: 4, subsets: whole, colorBits: 5, alphaBits: 6, indexBits: 2, secondBits: 3,
      rotation: 2, selector: 1),
    Mode(
      number: 5, subsets: whole, colorBits: 7, alphaBits: 8, indexBits: 2, secondBits: 2,
      rotation: 3),
    Mode(number: 6, subsets: whole, colorBits: 7, alphaBits: 7, endBits: 1, indexBits: 4),
    Mode(
      number: 7, subsets: halves, partition: (13, 6), anchors: [0, 15], colorBits: 5,
      alphaBits: 5, endBits: 1, indexBits: 2),
  ]

  /// A random BC7 block: its bytes, and sixteen straight pixels.
  static func bc7(_ mode: Mode, _ random: inout SeededNumbers) -> (
    bytes: [UInt8], pixels: [[UInt8]]
  ) {
    var writer = BlockWriter()
    func any(_ bits: Int) -> Int { Int.random(in: 0..<1 << bits, using: &random) }
    writer.put(1 << mode.number, mode.number + 1)
    writer.put(mode.partition.number, mode.partition.bits)
    if let rotation = mode.rotation { writer.put(rotation, 2) }
    if let selector = mode.selector { writer.put(selector, 1) }
    let count = 2 * mode.anchors.count
    let channels = mode.alphaBits > 0 ? 4 : 3
    var ends = [[Int]](repeating: [0, 0, 0, 255], count: count)
    for channel in 0..<channels {
      for end in 0..<count {
        let bits = channel == 3 ? mode.alphaBits : mode.colorBits
        ends[end][channel] = any(bits)
        writer.put(ends[end][channel], bits)
      }
    }
    var lowest = 0
    let hasLowest = mode.endBits + mode.sharedBits > 0
    for end in 0..<count where hasLowest {
      if mode.endBits > 0 || end % 2 == 0 {
        lowest = any(1)
        writer.put(lowest, 1)
      }
      for channel in 0..<channels { ends[end][channel] = 2 * ends[end][channel] + lowest }
    }
    // Expanded to 8 bits by repeating the highest ones.
    for end in 0..<count {
      for channel in 0..<channels {
        let bits = (channel == 3 ? mode.alphaBits : mode.colorBits) + (hasLowest ? 1 : 0)
        let value = ends[end][channel] << (8 - bits)
        ends[end][channel] = value | value >> bits
      }
    }
    let lists = [mode.indexBits, mode.secondBits].filter { $0 > 0 }.map { bits -> [Int] in
      (0..<16).map { pixel in
        let own = mode.anchors.contains(pixel) ? bits - 1 : bits
        let index = any(own)
        writer.put(index, own)
        return index
      }
    }
    let bits = [mode.indexBits, mode.secondBits]
    let forColors = mode.selector ?? 0
    let forAlpha = lists.count == 2 ? 1 - forColors : 0
    let pixels = (0..<16).map { pixel -> [UInt8] in
      let subset = mode.subsets[pixel]
      var color = (0..<4).map { channel -> UInt8 in
        let list = channel == 3 ? forAlpha : forColors
        let weight = weight(lists[list][pixel], bits: bits[list])
        return UInt8(mixed(ends[2 * subset][channel], ends[2 * subset + 1][channel], weight))
      }
      if let rotation = mode.rotation, rotation > 0 { color.swapAt(rotation - 1, 3) }
      return color
    }
    return (writer.bytes, pixels)
  }

  /// A random unsigned BC6H block with one pair of ten-bit endpoints, and the half floats of its
  /// sixteen pixels.
  static func bc6(_ random: inout SeededNumbers) -> (bytes: [UInt8], halves: [[UInt16]]) {
    var writer = BlockWriter()
    writer.put(3, 5)
    let ends = (0..<6).map { _ in Int.random(in: 300..<490, using: &random) }
    for end in ends { writer.put(end, 10) }
    let wide = ends.map { ($0 << 16 + 0x8000) >> 10 }
    let halves = (0..<16).map { pixel -> [UInt16] in
      let bits = pixel == 0 ? 3 : 4
      let index = Int.random(in: 0..<1 << bits, using: &random)
      writer.put(index, bits)
      return (0..<3).map { channel in
        let value = mixed(wide[channel], wide[3 + channel], weight(index, bits: 4))
        return UInt16((value * 31) >> 6)
      }
    }
    return (writer.bytes, halves)
  }
}
