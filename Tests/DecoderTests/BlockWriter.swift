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

  /// The parameters of a BC6H mode.
  struct LightMode {
    var number: Int
    /// Bits of each channel of an endpoint.
    var bits: Int
    /// Bits of the second endpoint's difference from the first; 0 if it is written itself.
    var differenceBits = 0
    /// True if the upper and the lower half have endpoints of their own.
    var hasHalves = false
  }

  /// All modes with one pair of endpoints, and the one with two pairs without differences.
  static let lightModes: [LightMode] = [
    LightMode(number: 3, bits: 10), LightMode(number: 7, bits: 11, differenceBits: 9),
    LightMode(number: 11, bits: 12, differenceBits: 8),
    LightMode(number: 15, bits: 16, differenceBits: 4),
    LightMode(number: 30, bits: 6, hasHalves: true),
  ]

  /// A random BC6H block, and the half floats of its sixteen pixels: less than 1, and, if signed,
  /// some of them negative.
  static func bc6(
    _ mode: LightMode, isSigned: Bool, _ random: inout SeededNumbers
  ) -> (bytes: [UInt8], halves: [[UInt16]]) {
    var writer = BlockWriter()
    writer.put(mode.number, 5)
    func scaled(_ value: Int) -> Int { (value << mode.bits) >> 10 }
    let range = isSigned ? scaled(-60)..<scaled(245) : scaled(300)..<scaled(490)
    var ends: [[Int]] = []
    for end in 0..<(mode.hasHalves ? 4 : 2) {
      var colors: [Int] = []
      for channel in 0..<3 {
        var own = range
        if end > 0, mode.differenceBits > 0 {
          let (first, reach) = (ends[0][channel], 1 << (mode.differenceBits - 1))
          own = range.clamped(to: first - reach..<first + reach)
        }
        colors.append(Int.random(in: own, using: &random))
      }
      ends.append(colors)
    }
    if mode.hasHalves { writer.putHalves(ends) } else { writer.putPair(ends, mode) }
    let wide = ends.map { $0.map { widened($0, bits: mode.bits, isSigned: isSigned) } }
    let indexBits = mode.hasHalves ? 3 : 4
    let halves = (0..<16).map { pixel -> [UInt16] in
      let isAnchor = pixel == 0 || mode.hasHalves && pixel == 15
      let bits = isAnchor ? indexBits - 1 : indexBits
      let index = Int.random(in: 0..<1 << bits, using: &random)
      writer.put(index, bits)
      let first = mode.hasHalves ? pixel / 8 * 2 : 0
      return (0..<3).map { channel -> UInt16 in
        let value = mixed(
          wide[first][channel], wide[first + 1][channel], weight(index, bits: indexBits))
        let half = UInt16((abs(value) * 31) >> (isSigned ? 5 : 6))
        return value < 0 ? half | 0x8000 : half
      }
    }
    return (writer.bytes, halves)
  }

  /// An endpoint of BC6H in 16 bits; none has the largest value, which has a rule of its own.
  private static func widened(_ value: Int, bits: Int, isSigned: Bool) -> Int {
    if bits == 16 || value == 0 { return value }
    guard isSigned else { return (value << 16 + 0x8000) >> bits }
    let wide = (abs(value) << 15 + 0x4000) >> (bits - 1)
    return value < 0 ? -wide : wide
  }

  /// Appends one pair of BC6H endpoints.
  private mutating func putPair(_ ends: [[Int]], _ mode: LightMode) {
    for channel in 0..<3 { put(ends[0][channel], 10) }
    for channel in 0..<3 {
      if mode.differenceBits > 0 {
        put(ends[1][channel] - ends[0][channel], mode.differenceBits)
      } else {
        put(ends[1][channel], 10)
      }
      // The rest of the first endpoint, from its highest bit on.
      for bit in (10..<max(10, mode.bits)).reversed() { put(ends[0][channel] >> bit, 1) }
    }
  }

  /// Appends two pairs of BC6H endpoints in the order of mode 30, and the number of the partition.
  private mutating func putHalves(_ ends: [[Int]]) {
    let (red, green, blue) = (ends.map { $0[0] }, ends.map { $0[1] }, ends.map { $0[2] })
    let parts: [(Int, Int)] = [
      (red[0], 6), (green[3] >> 4, 1), (blue[3], 2), (blue[2] >> 4, 1), (green[0], 6),
      (green[2] >> 5, 1), (blue[2] >> 5, 1), (blue[3] >> 2, 1), (green[2] >> 4, 1), (blue[0], 6),
      (green[3] >> 5, 1), (blue[3] >> 3, 1), (blue[3] >> 5, 1), (blue[3] >> 4, 1), (red[1], 6),
      (green[2], 4), (green[1], 6), (green[3], 4), (blue[1], 6), (blue[2], 4), (red[2], 6),
      (red[3], 6), (13, 5),
    ]
    for (value, count) in parts { put(value, count) }
  }
}
