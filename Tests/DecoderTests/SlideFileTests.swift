import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// A slide's associated pictures, its metadata, and damage in it.
@Suite struct SlideFileTests {
  private func small(_ change: (inout SlideWriter) -> Void = { _ in }) -> PictureFile {
    var writer = SlideWriter()
    writer.sizes = [PixelSize(width: 600, height: 520), PixelSize(width: 150, height: 130)]
    change(&writer)
    return writer.file()
  }

  @Test func associatedPicturesArePagesAfterTheSlide() throws {
    let file = small()
    let reference = try #require(SlideReference(file))
    let names = ["slide", "label", "macro", "thumbnail"]
    for (number, name) in names.enumerated() {
      let client = try DecoderClient(.slide, file)
      let info = try client.open(frame: number)
      #expect(info.pageNames == names)
      #expect(info.frameCount == 4)
      guard number > 0 else { continue }
      let expected = reference.pixels(ofPicture: name)
      try #require(info.size == expected.size)
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(pixels.difference(expected) == 0, "\(name)")
    }
    #expect(throws: CodecError.self) { try DecoderClient(.slide, file).open(frame: 4) }
  }

  /// In Ventana's BIF, the associated picture that is called the label shows the whole glass.
  @Test func ventanasLabelIsAPage() throws {
    let file = small { $0.vendor = .ventana }
    let reference = try #require(SlideReference(file))
    let client = try DecoderClient(.slide, file)
    let info = try client.open(frame: 1)
    #expect(info.pageNames == ["slide", "macro"])
    let expected = reference.pixels(ofPicture: "macro")
    try #require(info.size == expected.size)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(pixels.difference(expected) == 0)
  }

  @Test(arguments: [
    (SlideWriter.Vendor.ventana, "scanner: ventana\nmicrons per pixel: 0.25\nobjective power: 40"),
    (.philips, "scanner: philips\nmicrons per pixel: 0.25"),
    (.trestle, "scanner: trestle\nobjective power: 20"),
  ]) func otherVendorsReportTheirPixelSize(_ vendor: SlideWriter.Vendor, _ words: String) throws {
    let client = try DecoderClient(.slide, small { $0.vendor = vendor })
    _ = try client.open()
    _ = try client.pixels(of: Level(size: PixelSize(width: 30, height: 26)))
    #expect(client.texts == [words])
  }

  @Test func aperioReportsItsPixelSize() throws {
    let client = try DecoderClient(.slide, small())
    let info = try client.open()
    #expect(info.resolution == Point(x: 101_600, y: 101_600))
    _ = try client.pixels(of: Level(size: PixelSize(width: 30, height: 26)))
    #expect(client.texts == ["scanner: aperio\nmicrons per pixel: 0.25\nobjective power: 40"])
  }

  /// A view between two levels is reduced from the larger one, not from the whole slide.
  @Test func aViewBetweenVersionsIsReducedFromTheLarger() throws {
    let file = small()
    let reference = try #require(SlideReference(file))
    let client = try DecoderClient(.slide, file)
    _ = try client.open()
    let level = Level(size: PixelSize(width: 120, height: 104))
    let version = reference.pixels(ofLevel: 1)
    let samples = (0..<version.bytes.count / 4).flatMap { version.bytes[4 * $0..<4 * $0 + 3] }
    let alone = PictureFile.png(
      Array(samples), width: version.size.width, height: version.size.height, channels: 3)
    let other = try DecoderClient(.png, alone)
    _ = try other.open()
    let difference = try client.pixels(of: level).difference(other.pixels(of: level))
    #expect(difference == 0)
  }

  /// The glass around Leica's picture is white.
  @Test func unscannedGlassIsWhite() throws {
    let client = try DecoderClient(.slide, small { $0.vendor = .leica })
    let info = try client.open()
    #expect(info.size == PixelSize(width: 700, height: 620))
    let pixels = try client.pixels(of: Level(size: info.size))
    let edge = SlideWriter.leicaOffset
    let samples = SlideWriter.samples(PixelSize(width: 600, height: 520), salt: 0)
    #expect(pixels.pixel(edge - 1, edge) == [255, 255, 255, 255])
    #expect(pixels.pixel(edge, edge) == samples[..<3].map { UInt8($0) } + [255])
    #expect(pixels.pixel(699, 619) == [255, 255, 255, 255])
  }

  /// OpenSlide garbles a level smaller than one of its tiles, so a larger one is used instead.
  @Test func aVersionSmallerThanATileIsNotUsed() throws {
    let sizes = [PixelSize(width: 300, height: 200), PixelSize(width: 75, height: 50)]
    let client = try DecoderClient(.slide, small { ($0.sizes, $0.tile) = (sizes, 128) })
    let alone = try DecoderClient(.slide, small { ($0.sizes, $0.tile) = ([sizes[0]], 128) })
    _ = try (client.open(), alone.open())
    let level = Level(size: sizes[1])
    let difference = try client.pixels(of: level).difference(alone.pixels(of: level))
    #expect(difference == 0)
  }

  /// One broken tile is a gap; the tiles around it are shown, at every try.
  @Test func aDamagedTileIsAGap() throws {
    let size = PixelSize(width: 600, height: 300)
    var bytes = small {
      ($0.sizes, $0.tile, $0.compression) = ([size], 128, COMPRESSION_JPEG)
    }.bytes
    func pixel(_ x: Int, _ y: Int, _ client: DecoderClient) throws -> [UInt8] {
      let area = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
      return try client.pixels(of: Level(size: size), in: area).pixel(0, 0)
    }
    let whole = try DecoderClient(.slide, PictureFile(bytes))
    _ = try whole.open()
    // The tables are in the directory; a tile begins without them.
    let starts = bytes.indices.dropLast(3).filter {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF && bytes[$0 + 3] == 0xC0
    }
    try #require(starts.count == 15)
    // The third one in the second row: it is read together with the one beside it and those above.
    for offset in 0..<40 { bytes[starts[7] + offset] = 0 }
    let client = try DecoderClient(.slide, PictureFile(bytes))
    _ = try client.open()
    for _ in 0..<2 {
      #expect(try pixel(300, 200, client) == [255, 255, 255, 255])
      for (x, y) in [(100, 100), (255, 255), (300, 256), (512, 200)] {
        #expect(try pixel(x, y, client) == pixel(x, y, whole), "\(x), \(y)")
      }
    }
    #expect(client.missing == ["parts of the slide are missing or damaged in the file"])
  }

  /// A TIFF that only declares itself a slide goes back to TIFF's decoder.
  @Test func aTIFFThatOpenSlideRefusesReturnsToItsDecoder() throws {
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 40, height: 30)
    layout.texts = [TIFFTAG_IMAGEDESCRIPTION: "Aperio Image Library v11"]
    writer.add(layout, samples: (0..<40 * 30 * 3).map { $0 % 251 })
    let client = try DecoderClient(.slide, writer.finish())
    #expect(throws: CodecError.isOther("TIFF")) { try client.open() }
  }

  @Test func aDatabaseThatIsNoSlideGivesASentence() throws {
    let bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 4080)
    do {
      _ = try DecoderClient(.slide, PictureFile(bytes)).open()
      Issue.record("it was opened")
    } catch let failure as CodecError {
      #expect(failure.sentence == "it is not a slide of a kind that OpenSlide knows")
    }
  }

  /// The TIFF decoder recognises each vendor, and passes its files on to this decoder.
  @Test(arguments: SlideWriter.Vendor.allCases)
  func everyVendorIsRecognized(_ vendor: SlideWriter.Vendor) throws {
    let client = try DecoderClient(.tiff, small { $0.vendor = vendor })
    #expect(throws: CodecError.isOther("slide")) { try client.open() }
  }
}
