import CJPEG
import CJXL
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// JPEG XL files of every kind, compared with the samples that were written, or with libjxl's own
/// decoder.
@Suite struct JXLPixelTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var channels: Int
    var bits: Int
    var exponentBits = 0
    var testDescription: String {
      "\(channels) channels of \(bits) bits\(exponentBits > 0 ? ", real" : "")"
    }
  }

  static let kinds: [Kind] =
    [1, 2, 3, 4].flatMap { channels in
      [1, 4, 8, 10, 12, 16].map { Kind(channels: channels, bits: $0) }
        + [Kind(channels: channels, bits: 32, exponentBits: 8)]
    } + [Kind(channels: 3, bits: 16, exponentBits: 5)]

  /// Random values that `bits` bits can represent; they repeat after ten thousand.
  static func noise(_ count: Int, bits: Int = 8, seed: UInt64 = 1) -> [Float] {
    var numbers = SeededNumbers(seed: seed)
    let most = (1 << min(bits, 16)) - 1
    let some = (0..<min(count, 9973)).map { _ in
      Float(Int.random(in: 0...most, using: &numbers)) / Float(most)
    }
    var all: [Float] = []
    all.reserveCapacity(count)
    while all.count < count { all += some.prefix(count - all.count) }
    return all
  }

  /// A picture smooth enough for lossy coding: diagonal waves of different lengths.
  static func waves(_ size: PixelSize, channels: Int) -> [Float] {
    let line = (0..<size.width + 2 * size.height).flatMap { place in
      (0..<channels).map { channel in
        let phase = place * (2 + channel) + place * place / (400 + 60 * channel)
        return Float(abs(phase % 510 - 255)) / 255
      }
    }
    var numbers: [Float] = []
    numbers.reserveCapacity(size.width * size.height * channels)
    for y in 0..<size.height {
      numbers += line[2 * y * channels..<(2 * y + size.width) * channels]
    }
    return numbers
  }

  /// Premultiplied RGBA, 0 to 255.
  private static func expectation(_ numbers: ArraySlice<Float>, isStraight: Bool) -> [Float] {
    let first = numbers.startIndex
    let isGray = numbers.count < 3
    let alpha = numbers.count % 2 == 0 ? numbers[numbers.endIndex - 1] : 1
    let colors = (0..<3).map { numbers[isGray ? first : first + $0] * (isStraight ? alpha : 1) }
    return (colors + [alpha]).map { $0 * 255 }
  }

  private static func difference(
    _ pixels: Pixels, _ numbers: [Float], channels: Int, isStraight: Bool = true
  ) -> Float {
    guard numbers.count == pixels.bytes.count / 4 * channels else { return 256 }
    var worst: Float = 0
    for index in 0..<numbers.count / channels {
      let expected = expectation(
        numbers[index * channels..<(index + 1) * channels], isStraight: isStraight)
      for channel in 0..<4 {
        worst = max(worst, abs(Float(pixels.bytes[index * 4 + channel]) - expected[channel]))
      }
    }
    return worst
  }

  @Test(arguments: kinds) func pixelsEqualTheSamples(_ kind: Kind) throws {
    var writer = JXLWriter(width: 83, height: 59, channels: kind.channels)
    writer.bits = kind.bits
    writer.exponentBits = kind.exponentBits
    var numbers = Self.noise(83 * 59 * kind.channels, bits: kind.bits)
    // Half floats have ten bits after the point.
    if kind.exponentBits == 5 { numbers = numbers.map { ($0 * 1024).rounded() / 1024 } }
    let (info, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
    #expect(info.size == writer.size && info.frameCount == 1)
    #expect(info.hasAlpha == (kind.channels % 2 == 0))
    let worst = Self.difference(pixels, numbers, channels: kind.channels)
    #expect(worst <= 1.01, "\(worst)")
  }

  @Test func channelsOtherThanAlphaAreIgnored() throws {
    for channels in [3, 4] {
      var writer = JXLWriter(width: 90, height: 40, channels: channels)
      writer.extras = 2
      let numbers = Self.noise(90 * 40 * channels)
      let (info, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
      #expect(info.hasAlpha == (channels == 4))
      #expect(Self.difference(pixels, numbers, channels: channels) <= 1)
    }
  }

  @Test func premultipliedColoursAreDividedOnce() throws {
    for channels in [2, 4] {
      var writer = JXLWriter(width: 64, height: 50, channels: channels)
      writer.bits = 16
      writer.isPremultiplied = true
      var numbers = Self.noise(64 * 50 * channels, bits: 16)
      for index in 0..<64 * 50 {
        let alpha = numbers[(index + 1) * channels - 1]
        for channel in 0..<channels - 1 { numbers[index * channels + channel] *= alpha }
      }
      let (_, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
      let worst = Self.difference(pixels, numbers, channels: channels, isStraight: false)
      #expect(worst <= 1.01, "\(worst)")
    }
  }

  static let sizes = [(1, 1), (1, 2), (3, 5), (17, 3), (256, 257), (257, 255), (511, 513)]

  @Test(arguments: sizes, [true, false])
  func everySizeIsComplete(_ size: (Int, Int), _ isLossless: Bool) throws {
    var writer = JXLWriter(width: size.0, height: size.1)
    writer.isLossless = isLossless
    let file = writer.file(Self.waves(writer.size, channels: 3))
    let (info, pixels) = try DecoderClient.decode(.jxl, file)
    #expect(info.size == writer.size)
    let expected = try #require(JXLReference.decode(file))
    #expect(JXLReference.difference(pixels, expected) <= 1)
  }

  @Test func aTallStripIsComplete() throws {
    let writer = JXLWriter(width: 3, height: 65000)
    let numbers = Self.noise(3 * 65000 * 3)
    let client = try DecoderClient(.jxl, writer.file(numbers))
    let info = try client.open()
    #expect(info.size == writer.size)
    for top in [0, 30000, 64700] {
      let area = PixelRect(minX: 0, minY: top, maxX: 3, maxY: top + 300)
      let pixels = try client.pixels(of: Level(size: info.size), in: area)
      let expected = Array(numbers[top * 9..<(top + 300) * 9])
      #expect(Self.difference(pixels, expected, channels: 3) <= 0.5)
    }
  }

  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var channels = 3
    var isLossless = false
    /// Large enough for threads, with three groups in each direction.
    var isLarge = false
    var settings: [JxlEncoderFrameSettingId.RawValue: Int64] = [:]
    var testDescription: String { name }
  }

  static let ways: [Way] = [
    Way(name: "lossy", isLarge: true), Way(name: "lossy, alpha", channels: 4),
    Way(name: "lossy grey", channels: 1),
    Way(name: "lossy grey, alpha", channels: 2),
    Way(name: "progressive", settings: [JXL_ENC_FRAME_SETTING_PROGRESSIVE_AC.rawValue: 1]),
    Way(name: "progressive DC", settings: [JXL_ENC_FRAME_SETTING_PROGRESSIVE_DC.rawValue: 1]),
    Way(
      name: "from the centre", isLarge: true,
      settings: [JXL_ENC_FRAME_SETTING_GROUP_ORDER.rawValue: 1]),
    Way(name: "half size", settings: [JXL_ENC_FRAME_SETTING_RESAMPLING.rawValue: 2]),
    Way(
      name: "alpha of half size", channels: 4,
      settings: [JXL_ENC_FRAME_SETTING_EXTRA_CHANNEL_RESAMPLING.rawValue: 2]),
    Way(name: "noise", settings: [JXL_ENC_FRAME_SETTING_PHOTON_NOISE.rawValue: 3200]),
    Way(name: "lossy squeeze", settings: [JXL_ENC_FRAME_SETTING_MODULAR.rawValue: 1]),
    Way(
      name: "lossless squeeze", channels: 4, isLossless: true,
      settings: [JXL_ENC_FRAME_SETTING_RESPONSIVE.rawValue: 1]),
    Way(
      name: "large groups", isLossless: true,
      settings: [JXL_ENC_FRAME_SETTING_MODULAR_GROUP_SIZE.rawValue: 3]),
    Way(
      name: "small groups", isLossless: true, isLarge: true,
      settings: [JXL_ENC_FRAME_SETTING_MODULAR_GROUP_SIZE.rawValue: 0]),
  ]

  @Test(arguments: ways) func pixelsEqualTheLibrarys(_ way: Way) throws {
    let (width, height) = way.isLarge ? (700, 560) : (330, 280)
    var writer = JXLWriter(width: width, height: height, channels: way.channels)
    writer.isLossless = way.isLossless
    writer.settings = way.settings.map { (JxlEncoderFrameSettingId($0.key), $0.value) }
    writer.settings.append((JXL_ENC_FRAME_SETTING_EFFORT, 3))
    let file = writer.file(Self.waves(writer.size, channels: way.channels))
    let (_, pixels) = try DecoderClient.decode(.jxl, file)
    let expected = try #require(JXLReference.decode(file))
    let worst = JXLReference.difference(pixels, expected)
    #expect(worst <= 1, "\(worst)")
  }

  @Test(arguments: 1...8) func thePictureIsTurnedOnce(_ orientation: Int) throws {
    var writer = JXLWriter(width: 300, height: 90, channels: 4)
    writer.orientation = orientation
    let file = writer.file(Self.noise(300 * 90 * 4))
    let (info, pixels) = try DecoderClient.decode(.jxl, file)
    let expected = try #require(JXLReference.decode(file))
    #expect(info.size == expected.size && info.orientation == Orientation(exif: orientation))
    #expect(JXLReference.difference(pixels, expected) <= 1)
  }

  @Test func aTranscodedJPEGDecodes() throws {
    let size = PixelSize(width: 400, height: 300)
    var options = fresnel_jpeg_options.usual(width: 400, height: 300)
    options.horizontal = 2
    options.vertical = 2
    let samples = Self.waves(size, channels: 3).map { UInt8($0 * 255) }
    // The JPEG's own EXIF block declares it sideways.
    let jpeg = PictureFile.jpeg(
      samples, options, exif: Exif.block(orientation: 6, isLittle: true))
    let file = JXLWriter.file(ofJPEG: jpeg.bytes)
    let (info, pixels) = try DecoderClient.decode(.jxl, file)
    #expect(info.size == PixelSize(width: 300, height: 400))
    let expected = try #require(JXLReference.decode(file))
    #expect(JXLReference.difference(pixels, expected) <= 1)
  }

  @Test func aContainerGivesTheSamePicture() throws {
    var writer = JXLWriter(width: 200, height: 100)
    let numbers = Self.noise(200 * 100 * 3)
    writer.isInContainer = true
    let (_, pixels) = try DecoderClient.decode(.jxl, writer.file(numbers))
    #expect(Self.difference(pixels, numbers, channels: 3) <= 0.5)
  }
}
