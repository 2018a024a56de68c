import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Textures of every kind, compared with the values of their pixels' bits.
@Suite struct TextureKindTests {
  private static let size = PixelSize(width: 12, height: 8)
  private let writer = TextureWriter(size: size, hasPitch: false)
  private let count = size.width * size.height

  private func pixels(_ file: [UInt8], frames: Int? = nil) throws -> Pixels {
    let client = try DecoderClient(.classic, PictureFile(file))
    let info = try client.open()
    try #require(info.size == Self.size)
    if let frames { #expect(info.frameCount == frames) }
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(client.missing.isEmpty)
    return pixels
  }

  private func expect(
    _ file: [UInt8], _ straight: [[Double]], most: Int = 1, _ what: String = ""
  ) throws {
    let bytes = straight.flatMap { $0.map { UInt8(min(max($0, 0), 255).rounded()) } }
    let difference = try pixels(file).difference(Pixels(straight: bytes, size: Self.size))
    #expect(difference <= most, "\(what)")
  }

  /// Random numbers of some bits.
  private func numbers(_ bits: Int) -> [Int] {
    var random = SeededNumbers(seed: UInt64(bits))
    return (0..<count).map { _ in Int.random(in: 0..<1 << bits, using: &random) }
  }

  private static func share(_ number: Int, _ mask: Int) -> Double {
    let low = mask.trailingZeroBitCount
    return Double((number & mask) >> low) / Double(mask >> low) * 255
  }

  /// Bits per pixel, and masks.
  static let layouts: [(bits: Int, masks: [Int])] = [
    (16, [0xF800, 0x7E0, 0x1F, 0]), (16, [0x7C00, 0x3E0, 0x1F, 0x8000]),
    (16, [0x7C00, 0x3E0, 0x1F, 0]), (16, [0xF00, 0xF0, 0xF, 0xF000]),
    (32, [0x3FF, 0xFFC00, 0x3FF0_0000, 0xC000_0000]),
    (32, [0x3FF0_0000, 0xFFC00, 0x3FF, 0xC000_0000]), (8, [0xE0, 0x1C, 0x3, 0]),
    (16, [0xE0, 0x1C, 0x3, 0xFF00]), (32, [0xFFFF, 0xFFFF_0000, 0, 0]),
    (32, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]), (32, [0xFF00_0000, 0xFF_0000, 0xFF00, 0xFF]),
    (32, [0xFF_0000, 0xFF00, 0xFF, 0]), (24, [0xFF, 0xFF00, 0xFF_0000, 0]),
    (16, [0xFF, 0xFF00, 0, 0]),
  ]

  @Test(arguments: layouts) func masksSelectTheBits(_ bits: Int, _ masks: [Int]) throws {
    let numbers = numbers(bits)
    let straight = numbers.map { number in
      (0..<4).map { channel -> Double in
        masks[channel] == 0 ? (channel == 3 ? 255 : 0) : Self.share(number, masks[channel])
      }
    }
    let file = writer.masked(
      masks[3] == 0 ? 0x40 : 0x41, bits: bits, masks,
      numbers.flatMap { LongTailWriter.little($0, bits / 8) })
    try expect(file, straight)
  }

  /// Bits, the mask of grey and that of alpha; a single mask is grey.
  @Test(arguments: [
    (8, 0xFF, 0), (16, 0xFFFF, 0), (16, 0xFF, 0xFF00), (8, 0xF, 0xF0), (8, 0, 0xFF),
  ])
  func greysAndTheirAlphaDecode(_ bits: Int, _ gray: Int, _ alpha: Int) throws {
    let numbers = numbers(bits)
    let straight = numbers.map { number -> [Double] in
      let light = Self.share(number, gray == 0 ? alpha : gray)
      return [light, light, light, gray == 0 || alpha == 0 ? 255 : Self.share(number, alpha)]
    }
    let flags = gray == 0 ? 0x2 : alpha == 0 ? 0x2_0000 : 0x2_0001
    let file = writer.masked(
      flags, bits: bits, [gray, 0, 0, alpha],
      numbers.flatMap { LongTailWriter.little($0, bits / 8) })
    try expect(file, straight)
  }

  @Test(arguments: [false, true]) func palettesDecode(_ hasAlpha: Bool) throws {
    let colors = BlockWriter.blocks(1024)
    let numbers = numbers(16)
    let straight = numbers.map { number -> [Double] in
      let color = colors[(number & 255) * 4..<(number & 255) * 4 + 4].map { Double($0) }
      return color[..<3] + [hasAlpha ? Double(number >> 8) : color[3]]
    }
    let file = writer.masked(
      hasAlpha ? 0x21 : 0x20, bits: hasAlpha ? 16 : 8, [0, 0, 0, 0],
      colors + numbers.flatMap { LongTailWriter.little($0, hasAlpha ? 2 : 1) })
    try expect(file, straight)
  }

  /// DXT2 and DXT4 have premultiplied colours.
  @Test(arguments: [("DXT2", TextureWriter.Kind.dxt3), ("DXT4", .dxt5)])
  func premultipliedColorsAreDivided(_ letters: String, _ kind: TextureWriter.Kind) throws {
    let (file, straight) = writer.blocks(kind)
    var changed = file
    changed.replaceSubrange(84..<88, with: letters.utf8)
    let expected = stride(from: 0, to: straight.count, by: 4).map { start -> [Double] in
      let pixel = straight[start..<start + 4].map { Double($0) }
      let alpha = pixel[3]
      return pixel[..<3].map { alpha > 0 ? min($0 * 255 / alpha, 255) : 0 } + [alpha]
    }
    try expect(changed, expected, most: 3)
  }

  /// DXGI formats, with and without their sRGB variants, and whether blue comes first.
  @Test(arguments: [(28, false), (29, false), (87, true), (91, true)])
  func dxgiFormatsDecode(_ format: Int, _ isBlueFirst: Bool) throws {
    let samples = FormatSamples.samples(Self.size, channels: 4)
    let straight = stride(from: 0, to: samples.count, by: 4).map { start -> [Double] in
      (isBlueFirst ? [2, 1, 0, 3] : [0, 1, 2, 3]).map { Double(samples[start + $0]) }
    }
    try expect(writer.extended(format, samples), straight)
  }

  /// DXGI format 11 and Direct3D format 36 are red, green, blue and alpha of 16 bits.
  @Test func sixteenBitChannelsDecode() throws {
    let samples = FormatSamples.samples(Self.size, channels: 4)
    let straight = stride(from: 0, to: samples.count, by: 4).map { start in
      (0..<4).map { Double(samples[start + $0]) }
    }
    let words = samples.flatMap { [$0, $0] }
    try expect(writer.extended(11, words), straight)
    try expect(writer.named([36, 0, 0, 0], words), straight)
  }

  /// Signed numbers are shown with -127 as black and 127 as white.
  @Test func signedNumbersDecode() throws {
    let samples = BlockWriter.blocks(count * 4)
    let straight = stride(from: 0, to: samples.count, by: 4).map { start in
      (0..<4).map { channel -> Double in
        let value = max(-127, Int(Int8(bitPattern: samples[start + channel])))
        return Double(value + 127) / 254 * 255
      }
    }
    try expect(writer.extended(31, samples), straight)
    try expect(writer.named([63, 0, 0, 0], samples), straight)
  }

  private func code(_ light: Float) -> Double {
    let value = Double(min(max(light, 0), 1))
    return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055)
  }

  @Test(arguments: [(41, 1), (16, 2), (6, 3), (2, 4)])
  func floatsDecode(_ format: Int, _ channels: Int) throws {
    let light = (0..<count * channels).map { Float($0 % 97) / 96 }
    let bytes = light.flatMap { LongTailWriter.little(Int($0.bitPattern), 4) }
    let straight = (0..<count).map { pixel -> [Double] in
      let own = light[pixel * channels..<(pixel + 1) * channels].map { $0 }
      let colors = channels == 1 ? [own[0], own[0], own[0]] : (own + [0]).prefix(3)
      return colors.map { code($0) } + [channels == 4 ? Double(own[3]) * 255 : 255]
    }
    try expect(writer.extended(format, bytes), straight)
    let numbers = [1: 114, 2: 115, 4: 116]
    if let number = numbers[channels] {
      try expect(writer.named([UInt8(number), 0, 0, 0], bytes), straight)
    }
  }

  /// Halves: 0x3800 + n is 0.5 + n / 2048.
  @Test(arguments: [(54, 111, 1), (34, 112, 2), (10, 113, 4)])
  func halfFloatsDecode(_ format: Int, _ number: Int, _ channels: Int) throws {
    let numbers = (0..<count * channels).map { $0 * 11 % 1024 }
    let bytes = numbers.flatMap { LongTailWriter.little(0x3800 + $0, 2) }
    let straight = (0..<count).map { pixel -> [Double] in
      let own = (0..<channels).map { 0.5 + Float(numbers[pixel * channels + $0]) / 2048 }
      let colors = channels == 1 ? [own[0], own[0], own[0]] : (own + [0]).prefix(3)
      return colors.map { code($0) } + [channels == 4 ? Double(own[3]) * 255 : 255]
    }
    try expect(writer.extended(format, bytes), straight)
    try expect(writer.named([UInt8(number), 0, 0, 0], bytes), straight)
  }

  /// Floats of 11, 11 and 10 bits with an exponent bias of 15: exponent 14 is 0.5 to 1.
  @Test func smallFloatsDecode() throws {
    let numbers = numbers(17)
    let packed = numbers.map { number in
      (14 << 6 | number & 63) | (14 << 6 | number >> 6 & 63) << 11
        | (14 << 5 | number >> 12 & 31) << 22
    }
    let straight = numbers.map { number -> [Double] in
      let shares = [
        Float(number & 63) / 64, Float(number >> 6 & 63) / 64, Float(number >> 12 & 31) / 32,
      ]
      return shares.map { code((1 + $0) / 2) } + [255]
    }
    try expect(writer.extended(26, packed.flatMap { LongTailWriter.little($0, 4) }), straight)
  }

  /// Three 9-bit mantissas and an exponent: with exponent 15 they are 512ths.
  @Test func sharedExponentsDecode() throws {
    let numbers = numbers(27)
    let straight = numbers.map { number in
      [number & 511, number >> 9 & 511, number >> 18].map { code(Float($0) / 512) } + [255]
    }
    let bytes = numbers.flatMap { LongTailWriter.little($0 | 15 << 27, 4) }
    try expect(writer.extended(67, bytes), straight)
  }

  /// Arranges blocks of sixteen pixels in rows.
  private func laid<Pixel>(_ blocks: [[Pixel]]) -> [Pixel] {
    (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).map { x in
        blocks[y / 4 * (Self.size.width / 4) + x / 4][y % 4 * 4 + x % 4]
      }
    }
  }

  @Test(arguments: 0..<BlockWriter.modes.count) func everyModeOfBC7Decodes(_ mode: Int) throws {
    var random = SeededNumbers(seed: UInt64(mode))
    let blocks = (0..<6).map { _ in BlockWriter.bc7(BlockWriter.modes[mode], &random) }
    let straight = laid(blocks.map(\.pixels)).map { $0.map { Double($0) } }
    let bytes = blocks.flatMap(\.bytes)
    try expect(writer.extended(98, bytes), straight)
    try expect(writer.extended(99, bytes), straight)
  }

  /// The value of a finite half float.
  private func light(_ half: UInt16) -> Float {
    let (exponent, part) = (Int(half >> 10 & 31), Float(half & 1023) / 1024)
    let size =
      exponent == 0
      ? part * 0x1p-14 : (1 + part) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
    return half >> 15 == 1 ? -size : size
  }

  @Test(arguments: BlockWriter.lightModes.indices, [false, true])
  func bc6IsLight(_ index: Int, _ isSigned: Bool) throws {
    var random = SeededNumbers(seed: UInt64(6 + index))
    let mode = BlockWriter.lightModes[index]
    let blocks = (0..<6).map { _ in BlockWriter.bc6(mode, isSigned: isSigned, &random) }
    let straight = laid(blocks.map(\.halves)).map { halves -> [Double] in
      halves.map { code(light($0)) } + [255]
    }
    try expect(writer.extended(isSigned ? 96 : 95, blocks.flatMap(\.bytes)), straight)
  }

  /// BC1, BC2 and BC3 by their DXGI numbers: without a type, plain, and sRGB.
  @Test(arguments: [(TextureWriter.Kind.dxt1, 70), (.dxt3, 73), (.dxt5, 76)])
  func theFirstThreeBlockFormatsHaveNumbers(_ kind: TextureWriter.Kind, _ first: Int) throws {
    let (file, samples) = writer.blocks(kind)
    let straight = stride(from: 0, to: samples.count, by: 4).map { start in
      samples[start..<start + 4].map { Double($0) }
    }
    for number in first..<first + 3 {
      try expect(
        writer.extended(number, Array(file[128...])), straight, most: 2, "format \(number)")
    }
  }

  /// RXGB is DXT5 with red in place of alpha.
  @Test func redMayBeInAlpha() throws {
    let (file, samples) = writer.blocks(.dxt5)
    let straight = stride(from: 0, to: samples.count, by: 4).map { start -> [Double] in
      [3, 1, 2].map { Double(samples[start + $0]) } + [255]
    }
    try expect(writer.named(Array("RXGB".utf8), Array(file[128...])), straight, most: 2)
  }

  /// Blocks of one channel, and of two: two endpoints, and six or four values between them.
  @Test(arguments: [
    ("ATI1", 80, 1, false), ("BC4S", 81, 1, true), ("ATI2", 83, 2, false), ("BC5S", 84, 2, true),
  ])
  func blocksOfOneAndTwoChannelsDecode(
    _ letters: String, _ format: Int, _ channels: Int, _ isSigned: Bool
  ) throws {
    let bytes = BlockWriter.blocks(6 * 8 * channels)
    let blocks = (0..<6).map { block -> [[Double]] in
      let values = (0..<channels).map { channel -> [Double] in
        let own = Array(
          bytes[(block * channels + channel) * 8..<(block * channels + channel + 1) * 8])
        let ends = own[..<2].map { byte in
          isSigned ? Double(max(-127, Int(Int8(bitPattern: byte))) + 127) / 254 : Double(byte) / 255
        }
        let bits = own[2...].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        return (0..<16).map { pixel in
          let index = bits >> (3 * pixel) & 7
          if index < 2 { return ends[index] * 255 }
          if ends[0] > ends[1] {
            return (ends[0] + (ends[1] - ends[0]) * Double(index - 1) / 7) * 255
          }
          return index > 5
            ? Double(index - 6) * 255
            : (ends[0] + (ends[1] - ends[0]) * Double(index - 1) / 5) * 255
        }
      }
      return (0..<16).map { pixel in
        channels == 1
          ? [values[0][pixel], values[0][pixel], values[0][pixel], 255]
          : [values[0][pixel], values[1][pixel], isSigned ? 128 : 0, 255]
      }
    }
    try expect(writer.extended(format, bytes), laid(blocks), letters)
    try expect(writer.named(Array(letters.utf8), bytes), laid(blocks), letters)
  }

  @Test func layersAndFacesArePages() throws {
    let layer = { (level: UInt8) in [UInt8](repeating: level, count: Self.size.width * 8 * 4) }
    let array = writer.extended(28, layer(10) + layer(20) + layer(30), layers: 3)
    _ = try pixels(array, frames: 3)
    let faces = writer.extended(28, (1...6).flatMap { layer($0 * 10) }, hasFaces: true)
    _ = try pixels(faces, frames: 6)
    let client = try DecoderClient(.classic, PictureFile(faces))
    let info = try client.open(frame: 4)
    #expect(info.pageNames == ["+X", "−X", "+Y", "−Y", "+Z", "−Z"])
    #expect(try client.pixels(of: Level(size: info.size)).pixel(5, 5)[3] == 50)
    #expect(throws: CodecError.self) {
      try DecoderClient(.classic, PictureFile(faces)).open(frame: 6)
    }
    // Layers that the file lacks are not pages.
    _ = try pixels(writer.extended(28, layer(10), layers: 1 << 30), frames: 1)
  }

  /// In the older part of the header and in DXGI's; smaller levels follow all slices.
  @Test(arguments: [false, true]) func slicesOfAVolumeArePages(_ isExtended: Bool) throws {
    func file(_ pixels: [UInt8], depth: Int, levels: Int = 0) -> [UInt8] {
      var volume = writer
      (volume.depth, volume.levels) = (depth, levels)
      return isExtended
        ? volume.extended(28, pixels)
        : volume.masked(0x41, bits: 32, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000], pixels)
    }
    let slices = [10, 20, 30].map { [UInt8](repeating: $0, count: count * 4) }
    let smaller = [UInt8](repeating: 99, count: count)
    for levels in [0, 2] {
      let whole = file(slices.flatMap { $0 } + smaller, depth: 3, levels: levels)
      for (page, alpha) in [10, 20, 30].enumerated() {
        let client = try DecoderClient(.classic, PictureFile(whole))
        let info = try client.open(frame: page)
        #expect(info.frameCount == 3)
        #expect(try client.pixels(of: Level(size: info.size)).pixel(5, 5)[3] == UInt8(alpha))
      }
    }
    // Slices that the file lacks are not pages.
    _ = try pixels(file(slices[0], depth: 1 << 20), frames: 1)
  }

  @Test func undeclaredAlphaIsIgnored() throws {
    let samples = [UInt8](repeating: 40, count: count * 4)
    let opaque = try pixels(writer.extended(28, samples, alpha: 3))
    #expect(opaque.pixel(3, 3) == [40, 40, 40, 255])
    let multiplied = try pixels(writer.extended(28, samples, alpha: 2))
    #expect(multiplied.pixel(3, 3) == [40, 40, 40, 40])
  }

  /// A few bytes must not cause minutes of work.
  @Test(arguments: [14, 24]) func hugeDeclaredSizesGiveASentence(_ bits: Int) throws {
    let huge = TextureWriter(size: PixelSize(width: 1 << bits, height: 1 << bits), hasPitch: false)
    for file in [
      huge.extended(98, BlockWriter.blocks(4096)), huge.extended(28, BlockWriter.blocks(4096)),
    ] {
      #expect {
        try DecoderClient.decode(.classic, PictureFile(file))
      } throws: { error in
        let failure = error as? CodecError
        return failure?.code == .corrupt || failure?.code == .tooLarge
      }
    }
  }
}
