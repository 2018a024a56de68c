import CTIFF
import DecoderProtocol
import Geometry
import Testing
import Tiles

/// Slides of each vendor whose files libtiff can write, compared with OpenSlide's own regions.
@Suite struct SlidePixelTests {
  /// The size of a view at a level's own scale, rounded up: partial pixels at the edges count as
  /// whole ones.
  private func shown(_ size: PixelSize, times step: Int) -> PixelSize {
    PixelSize(
      width: (size.width + step - 1) / step, height: (size.height + step - 1) / step)
  }

  /// The pixels with the last column and row repeated, up to a size.
  private func grown(_ pixels: Pixels, to size: PixelSize) -> Pixels {
    var grown = Pixels(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels.pixel(min(x, pixels.size.width - 1), min(y, pixels.size.height - 1))
        for channel in 0..<4 { grown[x, y, channel] = pixel[channel] }
      }
    }
    return grown
  }

  @Test(arguments: SlideWriter.Vendor.allCases)
  func versionsEqualOpenSlides(_ vendor: SlideWriter.Vendor) throws {
    var writer = SlideWriter()
    writer.vendor = vendor
    let file = writer.file()
    let reference = try #require(SlideReference(file))
    let client = try DecoderClient(.slide, file)
    let info = try client.open()
    try #require(reference.sizes.count == writer.sizes.count)
    #expect(info.size == reference.sizes[0])
    #expect(info.isRandomAccess)
    #expect(!info.hasAlpha)
    #expect(client.missing.isEmpty)
    for (number, size) in reference.sizes.enumerated() {
      let level = shown(info.size, times: 1 << (2 * number))
      let own = reference.pixels(ofLevel: number)
      try #require(reference.failure == nil)
      let expected = grown(own, to: level)
      let pixels = try client.pixels(of: Level(size: level))
      #expect(pixels.difference(expected) <= 1, "level \(number), \(size)")
    }
  }

  /// Hamamatsu's NDPI: a JPEG with restart markers for each level, and the macro picture.
  @Test func ndpiVersionsEqualOpenSlides() throws {
    let writer = SlideNDPIWriter()
    let file = writer.file()
    let reference = try #require(SlideReference(file))
    #expect(throws: CodecError.isOther("slide")) { try DecoderClient(.tiff, file).open() }
    let client = try DecoderClient(.slide, file)
    let info = try client.open()
    #expect(info.size == writer.sizes[0])
    #expect(info.pageNames == ["slide", "macro"])
    // For the levels in between, OpenSlide has libjpeg decode at a reduced size.
    for size in writer.sizes {
      let number = try #require(reference.sizes.firstIndex(of: size))
      let pixels = try client.pixels(of: Level(size: size))
      #expect(pixels.difference(reference.pixels(ofLevel: number)) <= 1, "level \(number)")
    }
    #expect(
      client.texts == ["scanner: hamamatsu\nmicrons per pixel: 0.25\nobjective power: 20"])
    let macro = try DecoderClient(.slide, file)
    let size = try macro.open(frame: 1).size
    #expect(
      try macro.pixels(of: Level(size: size)).difference(reference.pixels(ofPicture: "macro")) == 0)
  }

  /// The tiles of one view, requested together or one by one, have the same pixels.
  @Test func tilesAreTheSameTogetherAndAlone() throws {
    let client = try DecoderClient(.slide, SlideWriter().file())
    let info = try client.open()
    let difference = try client.overlapDifference(
      of: Level(size: info.size), in: PixelRect(info.size))
    #expect(difference == 0)
  }
}
