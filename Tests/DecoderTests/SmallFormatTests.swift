import DecoderProtocol
import Geometry
import Testing
import Tiles

/// QOI, Radiance, PFM, DDS and Photoshop, each compared with what was written to its file.
@Suite struct SmallFormatTests {
  private let writer = SmallFormatWriter()

  private func pixels(_ format: DecoderClient.Format, _ bytes: [UInt8]) throws -> Pixels {
    let (info, pixels) = try DecoderClient.decode(format, PictureFile(bytes))
    try #require(info.size == writer.size)
    return pixels
  }

  /// Expands samples with fewer channels to four straight ones per pixel.
  private func straight(_ samples: [UInt8], channels: Int) -> [UInt8] {
    (0..<writer.size.width * writer.size.height).flatMap { pixel -> [UInt8] in
      let own = samples[pixel * channels..<(pixel + 1) * channels]
      return channels == 4
        ? Array(own)
        : channels == 3
          ? own + [255]
          : [own, own, own].flatMap {
            $0.prefix(1)
          } + [255]
    }
  }

  private func finished(_ samples: [UInt8], channels: Int) -> Pixels {
    Pixels(straight: straight(samples, channels: channels), size: writer.size)
  }

  @Test(arguments: [3, 4]) func qoiIsLossless(_ channels: Int) throws {
    let samples = writer.samples(channels: channels)
    let pixels = try pixels(.classic, writer.qoi(samples, channels: channels))
    #expect(pixels.difference(finished(samples, channels: channels)) <= (channels == 4 ? 1 : 0))
  }

  @Test func everyChunkOfQOIDecodes() throws {
    // The samples have steps of each size, back and forth, and runs.
    let steps = [0, 0, 1, 255, 254, 9, 240, 30, 100, 0, 200, 3]
    var samples: [UInt8] = []
    for pixel in 0..<writer.size.width * writer.size.height {
      let step = steps[pixel / 3 % steps.count]
      let blue = (step + pixel / 100) % 256
      let alpha = pixel % 50 < 40 ? 255 : 255 - pixel % 3
      for sample in [step, step * 2 % 256, blue, alpha] { samples.append(UInt8(sample)) }
    }
    let bytes = writer.qoi(samples, channels: 4)
    #expect(try pixels(.classic, bytes).difference(finished(samples, channels: 4)) <= 1)
  }

  @Test func linearQOIIsLight() throws {
    let samples = writer.samples(channels: 3)
    let bytes = writer.qoi(samples, channels: 3, isLinear: true)
    let shown = writer.shown(samples.map { Float($0) / 255 }, channels: 3)
    #expect(try pixels(.classic, bytes).difference(Pixels(straight: shown, size: writer.size)) <= 1)
  }

  @Test func aTruncatedQOIShowsItsRows() throws {
    let samples = writer.samples(channels: 3)
    let bytes = writer.qoi(samples, channels: 3)
    let client = try DecoderClient(.classic, PictureFile(Array(bytes.prefix(bytes.count / 2))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(
      client.missing == ["the file ends too early: the rest of the picture is missing"])
    #expect(pixels.pixel(5, 3) == finished(samples, channels: 3).pixel(5, 3))
    #expect(throws: CodecError.self) {
      try DecoderClient.decode(.classic, PictureFile(Array(bytes.prefix(9))))
    }
  }

  @Test(arguments: [false, true])
  func lightIsClippedWithoutExposure(_ isRuns: Bool) throws {
    let (bytes, light) = writer.radiance(writer.light(), isRuns: isRuns)
    let shown = Pixels(straight: writer.shown(light, channels: 3), size: writer.size)
    #expect(try pixels(.classic, bytes).difference(shown) <= 1)
    #expect(shown.bytes.contains { $0 < 255 } && light.contains { $0 > 1 })
  }

  @Test(arguments: [1, 3], [false, true])
  func portableFloatMapsAreLight(_ channels: Int, _ isBigEndian: Bool) throws {
    var light = writer.light(channels: channels)
    light[0] = .nan
    light[channels] = -.infinity
    let bytes = writer.pfm(light, channels: channels, isBigEndian: isBigEndian)
    light[0] = 0
    let shown = Pixels(straight: writer.shown(light, channels: channels), size: writer.size)
    #expect(try pixels(.classic, bytes).difference(shown) <= 1)
  }

  @Test(arguments: [1, 3], [false, true])
  func photoshopsMergedPictureEqualsTheSamples(_ channels: Int, _ isDeep: Bool) throws {
    let samples = writer.samples(channels: channels)
    let bytes = writer.photoshop(
      samples, channels: channels, isDeep: isDeep, mode: channels == 1 ? 1 : 3)
    #expect(try pixels(.classic, bytes).difference(finished(samples, channels: channels)) == 0)
  }

  @Test(arguments: [false, true]) func photoshopsIndicesHaveTheirColors(_ isRuns: Bool) throws {
    let numbers = writer.samples(channels: 1)
    let table = (0..<3).flatMap { channel -> [UInt8] in
      (0..<256).map { UInt8($0 * (channel + 3) & 255) }
    }
    let bytes = writer.photoshop(numbers, channels: 1, mode: 2, table: table, isRuns: isRuns)
    let samples = numbers.flatMap { number -> [UInt8] in
      (0..<3).map { table[$0 * 256 + Int(number)] }
    }
    #expect(try pixels(.classic, bytes).difference(finished(samples, channels: 3)) == 0)
  }

  @Test(arguments: [false, true], [false, true])
  func photoshopsInksBecomeColors(_ isDeep: Bool, _ isRuns: Bool) throws {
    // In the format's own values, where 0 is the full amount of an ink.
    let inks = writer.samples(channels: 4)
    let bytes = writer.photoshop(inks, channels: 4, isDeep: isDeep, mode: 4, isRuns: isRuns)
    let samples = stride(from: 0, to: inks.count, by: 4).flatMap { start -> [UInt8] in
      (0..<3).map { UInt8(Int(inks[start + $0]) * Int(inks[start + 3]) / 255) }
    }
    #expect(try pixels(.classic, bytes).difference(finished(samples, channels: 3)) <= 1)
  }

  @Test(arguments: [false, true]) func photoshopsBitsAndDuotones(_ isRuns: Bool) throws {
    let samples = writer.samples(channels: 1)
    let duotone = writer.photoshop(samples, channels: 1, mode: 8, isRuns: isRuns)
    #expect(try pixels(.classic, duotone).difference(finished(samples, channels: 1)) == 0)
    let width = writer.size.width
    let packer = LongTailWriter(width: width, height: writer.size.height)
    let bits = packer.rows(1) { y in
      packer.packed(samples[y * width..<(y + 1) * width].map { $0 & 1 }, bits: 1)
    }
    let bitmap = writer.photoshop(planes: [bits], bits: 1, mode: 0, isRuns: isRuns)
    let shown = samples.map { $0 & 1 == 1 ? UInt8(0) : 255 }
    #expect(try pixels(.classic, bitmap).difference(finished(shown, channels: 1)) == 0)
  }

  @Test(arguments: [1, 3]) func photoshopsFloatsAreLight(_ channels: Int) throws {
    let light = writer.light(channels: channels)
    let planes = (0..<channels).map { channel -> [UInt8] in
      stride(from: channel, to: light.count, by: channels).flatMap { index -> [UInt8] in
        LongTailWriter.big(Int(light[index].bitPattern), 4)
      }
    }
    let bytes = writer.photoshop(planes: planes, bits: 32, mode: channels == 1 ? 1 : 3)
    let shown = Pixels(straight: writer.shown(light, channels: channels), size: writer.size)
    #expect(try pixels(.classic, bytes).difference(shown) <= 1)
  }

  @Test func photoshopsProfileApplies() throws {
    let samples = [[UInt8]](repeating: [250, 30, 40], count: 37 * 24).flatMap { $0 }
    let profile = SmallFormatWriter.profileResource(SwappedProfile.bytes(padding: 0))
    let bytes = writer.photoshop(samples, channels: 3, resources: profile)
    let pixel = try pixels(.classic, bytes).pixel(20, 20)
    #expect(pixel[0] < 60 && pixel[2] > 240, "\(pixel)")
  }

  @Test func truncatedFilesGiveAPartOrASentence() throws {
    let files: [(DecoderClient.Format, [UInt8])] = [
      (.classic, writer.radiance(writer.light()).bytes),
      (.classic, writer.pfm(writer.light(), channels: 3)),
      (.classic, writer.photoshop(writer.samples(channels: 3), channels: 3)),
    ]
    for (format, bytes) in files {
      let client = try DecoderClient(format, PictureFile(Array(bytes.prefix(bytes.count / 2))))
      do {
        let info = try client.open()
        _ = try client.pixels(of: Level(size: info.size))
        #expect(client.missing.count == 1, "\(format)")
      } catch let failure as CodecError {
        #expect(failure.code == .corrupt && failure.sentence.hasPrefix("the "), "\(failure)")
      }
    }
  }

  @Test func hugeSizesAreRefused() throws {
    var bytes = writer.qoi(writer.samples(channels: 3), channels: 3)
    bytes.replaceSubrange(4..<12, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    #expect {
      try DecoderClient.decode(.classic, PictureFile(bytes))
    } throws: { error in
      (error as? CodecError)?.sentence
        == "the picture is too large to be decoded: 30000 × 30000 pixels "
        + "(the limit for pictures of this kind is 427 megapixels)"
    }
  }
}
