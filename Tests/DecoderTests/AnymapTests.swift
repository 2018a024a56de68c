import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Netpbm's formats, each compared with the numbers written to its file.
@Suite struct AnymapTests {
  private let writer = LongTailWriter(width: 37, height: 23)

  private func difference(_ bytes: [UInt8], _ samples: [UInt8]) throws -> Int {
    let (info, pixels) = try DecoderClient.decode(.classic, PictureFile(bytes))
    try #require(info.size == writer.size)
    return pixels.difference(Pixels(straight: samples, size: writer.size))
  }

  /// All pixels of a small file, four samples each, and the report of missing data.
  private func pixels(_ bytes: [UInt8]) throws -> (size: PixelSize, [UInt8], missing: [String]) {
    let client = try DecoderClient(.classic, PictureFile(bytes))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    return (info.size, pixels.bytes, client.missing)
  }

  private func greys(_ values: [UInt8]) -> [UInt8] { values.flatMap { [$0, $0, $0, 255] } }

  @Test func everyKindEqualsItsNumbers() throws {
    let samples = writer.samples()
    let firsts = stride(from: 0, to: samples.count, by: 4).map { samples[$0] }
    for kind in [3, 6] { #expect(try difference(writer.pnm(kind, samples), samples) == 0) }
    for kind in [2, 5] { #expect(try difference(writer.pnm(kind, samples), greys(firsts)) == 0) }
    #expect(try difference(writer.pam(samples), samples) == 0)
    let translucent = writer.samples(isOpaque: false)
    #expect(try difference(writer.pam(translucent), translucent) <= 1)
    let bits = writer.numbers(below: 2).map { UInt8($0) }
    #expect(try difference(writer.pbm(bits), greys(bits.map { $0 == 0 ? 255 : 0 })) == 0)
  }

  @Test func textFilesNeedNoFinalLineBreak() throws {
    for (text, shown) in [
      ("P1 2 2\n0 1\n1 0", [255, 0, 0, 255]), ("P2 2 2 255\n1 2\n30 255", [1, 2, 30, 255]),
      ("P2\n2\n1\n255\n7 8", [7, 8]),
    ] as [(String, [UInt8])] {
      let (_, bytes, missing) = try pixels(Array(text.utf8))
      #expect(bytes == greys(shown) && missing.isEmpty, "\(text)")
    }
    let (_, colors, missing) = try pixels(Array("P3 1 1 255 1 2 3".utf8))
    #expect(colors == [1, 2, 3, 255] && missing.isEmpty)
  }

  @Test func digitsMayTouchAndCommentsMayBeAnywhere() throws {
    let bits = "P1#a\n# b\n3 # c\n2\n0101#d\n1\r\n0"
    #expect(try pixels(Array(bits.utf8)).1 == greys([255, 0, 255, 0, 0, 255]))
    let greys = "P2\n#1 2 3\n2#\n1\n100# most\n50 # half\n#\n100"
    #expect(try pixels(Array(greys.utf8)).1 == self.greys([128, 255]))
    let bytes = Array("P5 # size\n2 1\n#\n255# most\n".utf8) + [35, 10]
    #expect(try pixels(bytes).1 == self.greys([35, 10]))
  }

  @Test(arguments: [
    1, 2, 3, 5, 15, 16, 100, 254, 255, 256, 511, 1000, 1023, 4095, 65534, 65535,
  ])
  func greysOfAnyMaximum(_ most: Int) throws {
    let numbers = writer.numbers(below: most + 1)
    let samples = greys(numbers.map { UInt8((Double($0) * 255 / Double(most)).rounded()) })
    for kind in [2, 5, 6, 7] {
      #expect(try difference(writer.pnm(kind, most: most, numbers), samples) <= 1, "P\(kind)")
    }
  }

  @Test func samplesAboveTheMaximumAreClamped() throws {
    #expect(try pixels(Array("P2 2 1 10 20 5 ".utf8)).1 == greys([255, 128]))
    #expect(try pixels(Array("P5 2 1 10 ".utf8) + [20, 5]).1 == greys([255, 128]))
  }

  @Test func sixteenBitSamplesKeepTheirPrecision() throws {
    // Two adjacent 16-bit values, on either side of the boundary between 100 and 101.
    let edge = 100 * 257 + 128
    let deep = (0..<37 * 23 * 3).map { edge + ($0 % 2) }
    let (_, bytes, _) = try pixels(writer.pnm(deep: deep))
    #expect(Set(bytes) == [100, 101, 255])
  }

  /// A PAM file of two pixels.
  private func map(_ kind: String, depth: Int, most: Int, _ samples: [UInt8]) -> [UInt8] {
    var header = "P7\n# made by hand\nWIDTH 2\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL \(most)\n"
    if !kind.isEmpty { header += "TUPLTYPE \(kind)\n" }
    return Array((header + "ENDHDR\n").utf8) + samples
  }

  @Test func portableArbitraryMapsOfEachTupleType() throws {
    let deep: [UInt8] = [1, 1, 128, 128, 255, 255, 255, 255]
    let files: [(String, [UInt8], [UInt8])] = [
      ("bits", map("BLACKANDWHITE", depth: 1, most: 1, [0, 1]), greys([0, 255])),
      (
        "bits and alpha", map("BLACKANDWHITE_ALPHA", depth: 2, most: 1, [1, 1, 1, 0]),
        [255, 255, 255, 255, 0, 0, 0, 0]
      ),
      ("greys", map("GRAYSCALE", depth: 1, most: 3, [1, 3]), greys([85, 255])),
      (
        "greys and alpha", map("GRAYSCALE_ALPHA", depth: 2, most: 255, [200, 255, 9, 0]),
        [200, 200, 200, 255, 0, 0, 0, 0]
      ),
      (
        "deep greys and alpha", map("GRAYSCALE_ALPHA", depth: 2, most: 65535, deep),
        [1, 1, 1, 128, 255, 255, 255, 255]
      ),
      (
        "colours", map("RGB", depth: 3, most: 255, [1, 2, 3, 4, 5, 6]),
        [1, 2, 3, 255, 4, 5, 6, 255]
      ),
      (
        "colours and alpha", map("RGB_ALPHA", depth: 4, most: 255, [1, 2, 3, 255, 4, 5, 6, 0]),
        [1, 2, 3, 255, 0, 0, 0, 0]
      ),
      (
        "no kind", map("", depth: 4, most: 255, [1, 2, 3, 255, 4, 5, 6, 0]),
        [1, 2, 3, 255, 0, 0, 0, 0]
      ),
      (
        "a fourth sample", map("RGB", depth: 4, most: 255, [1, 2, 3, 0, 4, 5, 6, 0]),
        [1, 2, 3, 255, 4, 5, 6, 255]
      ),
      (
        "inks", map("CMYK", depth: 4, most: 255, [255, 0, 0, 0, 0, 0, 0, 255]),
        [0, 255, 255, 255, 0, 0, 0, 255]
      ),
      (
        "inks and alpha",
        map("CMYK_ALPHA", depth: 5, most: 255, [0, 255, 0, 0, 255, 0, 0, 0, 0, 0]),
        [255, 0, 255, 255, 0, 0, 0, 0]
      ),
    ]
    for (name, bytes, shown) in files {
      let (_, own, missing) = try pixels(bytes)
      // Translucent pixels are premultiplied, which rounds.
      let most = zip(own, shown).map { abs(Int($0) - Int($1)) }.max() ?? 999
      #expect(
        own.count == shown.count && most <= (name == "deep greys and alpha" ? 1 : 0),
        "\(name): \(own)")
      #expect(missing.isEmpty)
    }
  }

  @Test func successivePicturesArePages() throws {
    let samples = writer.samples()
    let second = LongTailWriter(width: 9, height: 30)
    let bits = (0..<270).map { UInt8($0 % 2) }
    let bytes = writer.pnm(6, samples) + second.pnm(6, second.samples()) + second.pbm(bits)
    for (page, shown) in [
      (1, second.samples()), (2, greys(bits.map { $0 == 0 ? 255 : 0 })),
    ] {
      let client = try DecoderClient(.classic, PictureFile(bytes))
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3)
      try #require(info.size == second.size)
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(pixels.difference(Pixels(straight: shown, size: second.size)) == 0)
    }
    let client = try DecoderClient(.classic, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) { try client.open(frame: 3) }
  }

  @Test func truncatedFilesShowTheirRows() throws {
    let cut = "the file ends too early: the rest of the picture is missing"
    for kind in [2, 3, 5, 6] {
      let file = writer.pnm(kind, writer.samples())
      let (size, bytes, missing) = try pixels(Array(file.prefix(file.count / 2)))
      #expect(size == writer.size && missing == [cut])
      #expect(bytes[4] == writer.samples()[4] && bytes.suffix(4) == [0, 0, 0, 255])
    }
    let (_, bytes, missing) = try pixels(Array("P2 2 2 255 7 8 x 9".utf8))
    #expect(bytes == greys([7, 8, 0, 0]))
    #expect(missing == ["the file is damaged: the rest of the picture is missing"])
  }

  @Test func hugeSizesAreRefused() throws {
    for text in ["P6 30000 30000 255\n", "P2 30000 30000 65535\n7 ", "P5 0 4 255\n1"] {
      #expect(throws: CodecError.self) {
        try DecoderClient.decode(.classic, PictureFile(Array(text.utf8)))
      }
    }
  }
}
