import Geometry

/// Writes DNG files: a mosaic, light or greys, and the camera's metadata.
struct DNGWriter {
  /// The meaning of the samples.
  enum Samples: Hashable, Sendable {
    /// One colour of three, by the position in a 2 × 2 square: 0 red, 1 green, 2 blue.
    case mosaic([UInt8])
    /// All three colours, as after demosaicing.
    case light
    /// Brightness only.
    case greys
  }

  static let redGreen = Samples.mosaic([0, 1, 1, 2])
  static let blueGreen = Samples.mosaic([2, 1, 1, 0])
  static let greenBlue = Samples.mosaic([1, 2, 0, 1])
  static let greenRed = Samples.mosaic([1, 0, 2, 1])

  var size = PixelSize(width: 96, height: 64)
  var samples = redGreen
  var bits = 16
  var black = 0
  /// The sample value of white; `nil` for the largest that the bits allow.
  var white: Int?
  /// The measured colour of a white object, relative to green.
  var neutral = [0.5, 1, 0.7]
  var hasMatrix = true
  var orientation = 1
  /// The part of the sensor that is the picture.
  var active: PixelRect?
  /// True if the samples are compressed as lossless JPEG.
  var isJPEG = false
  /// The camera's embedded picture, as a JPEG file.
  var preview: (bytes: [UInt8], size: PixelSize)?
  /// The camera's embedded picture, as red, green and blue.
  var bitmap: (bytes: [UInt8], size: PixelSize)?
  /// The light at a position, from 0 to 1, for red, green and blue.
  var light: @Sendable (Int, Int, Int) -> Double = { x, y, channel in
    0.05 + 0.4 * Double((x * (3 + channel) + y * (5 - channel)) % 97) / 97
  }

  /// The sensor's values, row by row.
  var numbers: [Int] {
    let most = Double((white ?? (1 << bits) - 1) - black)
    return (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x -> [Int] in
        func number(_ channel: Int) -> Int {
          black + Int((light(x, y, channel) * neutral[channel] * most).rounded())
        }
        switch samples {
        case .mosaic(let colors): return [number(Int(colors[y % 2 * 2 + x % 2]))]
        case .light: return (0..<3).map(number)
        case .greys: return [number(1)]
        }
      }
    }
  }

  /// The file's bytes, little-endian.
  var bytes: [UInt8] {
    let data =
      isJPEG
      ? LosslessJPEG.bytes(numbers, width: size.width, bits: bits)
      : Self.packed(
        numbers, perRow: size.width * (samples == .light ? 3 : 1), bits: bits)
    return head(byteCount: data.count) + data
  }

  /// The bytes before 16-bit samples.
  var head: [UInt8] { head(byteCount: size.width * size.height * 2) }

  /// The bytes before samples of the given total size.
  private func head(byteCount: Int) -> [UInt8] {
    let count = samples == .light ? 3 : 1
    var raw = TIFFEntries()
    raw.set(254, .long, [0])
    raw.set(256, .long, [size.width])
    raw.set(257, .long, [size.height])
    raw.set(258, .short, [Int](repeating: bits, count: count))
    raw.set(259, .short, [isJPEG ? 7 : 1])
    raw.set(277, .short, [count])
    raw.set(278, .long, [size.height])
    switch samples {
    case .mosaic(let colors):
      raw.set(262, .short, [32803])
      raw.set(33421, .short, [2, 2])
      raw.set(33422, .byte, colors.map(Int.init))
    case .light, .greys: raw.set(262, .short, [34892])
    }
    raw.set(50714, .short, [black])
    raw.set(50717, .long, [white ?? (1 << bits) - 1])
    if let active {
      raw.set(50829, .long, [active.minY, active.minX, active.maxY, active.maxX])
    }
    var camera = TIFFEntries()
    camera.set(271, text: "Fresnel")
    camera.set(272, text: "Test")
    camera.set(274, .short, [orientation])
    camera.set(50706, .byte, [1, 4, 0, 0])
    camera.set(50708, text: "Fresnel Test")
    if samples != .greys {
      if hasMatrix {
        camera.set(
          50721,
          rationals: [0.6722, -0.0635, -0.0963, -0.4287, 1.246, 0.2028, -0.0908, 0.2162, 0.5668])
        camera.set(50778, .short, [21])
      }
      camera.set(50728, rationals: neutral)
    }
    return Self.head(raw, byteCount, camera, small)
  }

  /// The camera's embedded picture, and its entries.
  private var small: (TIFFEntries, [UInt8])? {
    var entries = TIFFEntries()
    guard let (bytes, size) = preview ?? bitmap else { return nil }
    entries.set(254, .long, [1])
    entries.set(256, .long, [size.width])
    entries.set(257, .long, [size.height])
    entries.set(258, .short, [8, 8, 8])
    entries.set(259, .short, [preview != nil ? 7 : 1])
    entries.set(262, .short, [preview != nil ? 6 : 2])
    entries.set(277, .short, [3])
    entries.set(278, .long, [size.height])
    return (entries, bytes)
  }

  /// If there is a camera's picture, it comes first, and the samples have a directory of their own.
  private static func head(
    _ raw: TIFFEntries, _ byteCount: Int, _ camera: TIFFEntries, _ small: (TIFFEntries, [UInt8])?
  ) -> [UInt8] {
    var (raw, camera) = (raw, camera)
    let start = 8
    guard let (entries, bytes) = small else {
      camera.add(raw)
      camera.set(279, .long, [byteCount])
      camera.set(273, .long, [0])
      camera.set(273, .long, [start + camera.bytes(at: start).count])
      return header + camera.bytes(at: start)
    }
    camera.add(entries)
    camera.set(279, .long, [bytes.count])
    raw.set(279, .long, [byteCount])
    for (tag, entry) in [(273, 0), (330, 0)] { camera.set(tag, .long, [entry]) }
    raw.set(273, .long, [0])
    let second = start + camera.bytes(at: start).count
    let third = second + raw.bytes(at: second).count
    camera.set(330, .long, [second])
    camera.set(273, .long, [third])
    raw.set(273, .long, [third + bytes.count + bytes.count % 2])
    return header + camera.bytes(at: start) + raw.bytes(at: second) + bytes
      + [UInt8](repeating: 0, count: bytes.count % 2)
  }

  private static let header: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]

  /// Values packed into bits, the highest first unless they are whole bytes; rows begin at a byte.
  private static func packed(_ numbers: [Int], perRow: Int, bits: Int) -> [UInt8] {
    if bits == 16 { return numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: numbers.count, by: perRow) {
      var writer = BitWriter()
      for number in numbers[start..<start + perRow] { writer.put(number, bits: bits) }
      bytes += writer.finish()
    }
    return bytes
  }
}

/// Packs bits into bytes, the highest first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var held = 0
  private var count = 0

  mutating func put(_ value: Int, bits: Int) {
    for bit in (0..<bits).reversed() {
      held = held << 1 | (value >> bit & 1)
      count += 1
      if count == 8 {
        bytes.append(UInt8(held))
        (held, count) = (0, 0)
      }
    }
  }

  /// Returns the bytes; the rest of the last one is filled with `fill`, 0 or 1.
  mutating func finish(fill: Int = 0) -> [UInt8] {
    while count > 0 { put(fill, bits: 1) }
    return bytes
  }
}

/// Lossless JPEG as in DNG: each value's difference from its neighbour.
enum LosslessJPEG {
  /// Encodes one component; each difference length has a five-bit code.
  static func bytes(_ numbers: [Int], width: Int, bits: Int) -> [UInt8] {
    let height = numbers.count / width
    func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC3] + two(11) + [UInt8(bits)]
    file += two(height) + two(width) + [1, 0, 0x11, 0]
    let lengths: [UInt8] = [0, 0, 0, 0, 17] + [UInt8](repeating: 0, count: 11)
    file += [0xFF, 0xC4] + two(2 + 17 + 17) + [0] + lengths + (0...16).map { UInt8($0) }
    file += [0xFF, 0xDA] + two(8) + [1, 0, 0, 1, 0, 0]
    var writer = BitWriter()
    for (index, number) in numbers.enumerated() {
      let (x, y) = (index % width, index / width)
      let before =
        x > 0 ? numbers[index - 1] : y > 0 ? numbers[index - width] : 1 << (bits - 1)
      let difference = number - before
      let length = Int.bitWidth - abs(difference).leadingZeroBitCount
      writer.put(length, bits: 5)
      if length < 16 {
        writer.put(difference < 0 ? difference + (1 << length) - 1 : difference, bits: length)
      }
    }
    for byte in writer.finish(fill: 1) { file += byte == 0xFF ? [0xFF, 0] : [byte] }
    return file + [0xFF, 0xD9]
  }
}

/// A directory of a little-endian TIFF file.
struct TIFFEntries {
  enum Kind: Int {
    case byte = 1
    case short = 3
    case long = 4
  }

  private var entries: [Int: (type: Int, count: Int, bytes: [UInt8])] = [:]

  mutating func set(_ tag: Int, _ kind: Kind, _ values: [Int]) {
    let size = [.byte: 1, .short: 2, .long: 4][kind] ?? 1
    entries[tag] = (kind.rawValue, values.count, values.flatMap { Self.little($0, size) })
  }

  mutating func set(_ tag: Int, text: String) {
    entries[tag] = (2, text.utf8.count + 1, Array(text.utf8) + [0])
  }

  mutating func set(_ tag: Int, rationals: [Double]) {
    let parts = rationals.flatMap { [Int(($0 * 10000).rounded()), 10000] }
    let type = rationals.contains { $0 < 0 } ? 10 : 5
    entries[tag] = (type, rationals.count, parts.flatMap { Self.little($0, 4) })
  }

  mutating func add(_ others: TIFFEntries) { entries.merge(others.entries) { $1 } }

  /// The bytes of the directory at a position in the file, as the last directory.
  func bytes(at place: Int) -> [UInt8] {
    var directory = Self.little(entries.count, 2)
    var behind: [UInt8] = []
    let start = place + 2 + 12 * entries.count + 4
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      directory += Self.little(tag, 2) + Self.little(entry.type, 2) + Self.little(entry.count, 4)
      if entry.bytes.count <= 4 {
        directory += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      } else {
        directory += Self.little(start + behind.count, 4)
        behind += entry.bytes + [UInt8](repeating: 0, count: entry.bytes.count % 2)
      }
    }
    return directory + [0, 0, 0, 0] + behind
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
