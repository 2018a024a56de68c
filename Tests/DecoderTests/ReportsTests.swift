import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Files based on public bug reports, with their expected pixels, if they are next to the project.
@Suite struct ReportsTests {
  private static let folder = "../shared/corpus/reports"

  /// The formats of this suite, by file name extension.
  private static let formats: [String: DecoderClient.Format] = [
    "png": .png, "jpg": .jpeg, "gif": .gif, "webp": .webp, "tif": .tiff, "jp2": .jp2,
  ]

  /// The tolerances per channel, for JPEG's losses, luma and chroma in whole numbers, and the
  /// darkest tones of an odd gamma.
  private static let tolerances: [String: Int] = [
    "exif_orientation_0.jpg": 4, "exif_orientation_9.jpg": 4, "exif_orientation_long.jpg": 4,
    "grey_profile_on_rgb.jpg": 4, "jpeg_rgb_adobe0.jpg": 2, "jpeg_rgb_ids_without_adobe.jpg": 2,
    "jpeg_trailing_second_jpeg.jpg": 10, "jpeg_without_eoi.jpg": 10, "tiff_jpeg_rgb.tif": 2,
    "tiff_ycbcr22_odd.tif": 3, "png_gama_22.png": 9, "jp2_sycc444.jp2": 3, "jp2_esycc_cdef.jp2": 3,
  ]

  /// A file that declares YCbCr in its tags and JFIF markers, but contains red, green and blue.
  ///
  /// The expectation is the writer's source picture, and every reader shows another.
  private static let mislabelled = "tiff_jpeg_ycbcr420_tiles.tif"

  /// Files without an expectation: they must only open.
  private static let withoutExpectation: Set<String> = [
    "cmyk_adobe.jpg", "cmyk_noadobe.jpg", "gif_frame_beyond_screen.gif",
    "jpeg_progressive_cut.jpg", "tiff_cmyk1.tif", "tiff_float_pred3.tif", "tiff_miniswhite_icc.tif",
  ]

  private static let all = TemporaryFolder.names(in: folder)

  private static let isThere: Bool = !all.isEmpty

  private static func format(of name: String) -> DecoderClient.Format? {
    name.contains(".expect.") ? nil : formats[String(name.suffix(4).drop { $0 == "." })]
  }

  private func file(_ name: String) throws -> PictureFile {
    try #require(PictureFile(path: "\(Self.folder)/\(name)"), "\(name)")
  }

  /// The frame that an expectation's name refers to beyond the picture's own.
  private static func frame(_ expectation: String, of name: String) -> Int? {
    let middle = expectation.dropFirst(name.count).dropLast(".expect.png".count)
    return middle.isEmpty ? 0 : Int(middle.drop { !$0.isNumber })
  }

  @Test(.enabled(if: isThere, "../shared/corpus/reports is not there"))
  func pixelsEqualTheExpectedOnes() throws {
    var count = 0
    for name in Self.all where Self.format(of: name) != nil && name != Self.mislabelled {
      let format = try #require(Self.format(of: name))
      for expectation in Self.all where expectation.hasPrefix(name + ".") {
        count += 1
        let frame = try #require(Self.frame(expectation, of: name), "\(expectation)")
        let wanted = try DecoderClient.decode(.png, try file(expectation)).1
        let client = try DecoderClient(format, try file(name))
        let info = try client.open()
        let pixels = try client.pixels(of: Level(size: info.size), frame: frame)
        let most = Self.tolerances[name] ?? 1
        #expect(pixels.difference(wanted) <= most, "\(expectation)")
      }
    }
    #expect(count == 61)
  }

  @Test(.enabled(if: isThere, "../shared/corpus/reports is not there"))
  func filesWithoutExpectedPixelsOpen() throws {
    let names = Self.all.filter { name in
      Self.format(of: name) != nil && !Self.all.contains { $0.hasPrefix(name + ".") }
    }
    #expect(Set(names) == Self.withoutExpectation)
    for name in names {
      let format = try #require(Self.format(of: name))
      let (info, pixels) = try DecoderClient.decode(format, try file(name))
      #expect(!info.size.isEmpty && pixels.size == info.size, "\(name)")
    }
  }

  /// Drawings have no expected pixels: librsvg's own command gives them.
  @Test(
    .enabled(if: isThere, "../shared/corpus/reports is not there"),
    .enabled(if: TestProcess.canFind("rsvg-convert"), "librsvg2-bin is not installed"))
  func drawingsEqualTheLibrarys() throws {
    let names = Self.all.filter { $0.hasSuffix(".svg") }
    #expect(names.count == 13)
    for name in names {
      let document = String(decoding: try file(name).bytes, as: UTF8.self)
      try SVGPixelTests().compare(name, document, of: nil, zooms: [0.5, 1, 3, 8])
    }
  }

  /// Inks without Adobe's marker are inverted, as in browsers; these give the negative.
  @Test(.enabled(if: isThere, "../shared/corpus/reports is not there"))
  func inksWithoutAMarkerAreInverted() throws {
    let colors = try ["cmyk_adobe.jpg", "cmyk_noadobe.jpg"].map { name in
      try DecoderClient.decode(.jpeg, try file(name)).1.pixel(20, 20)
    }
    // The file without a marker has (202, 174, 127, 0) there, where 0 is full black.
    #expect(zip(colors[0], [53, 81, 128]).allSatisfy { abs(Int($0.0) - $0.1) <= 3 })
    #expect(colors[1].prefix(3).allSatisfy { $0 <= 3 })
  }

  @Test(.enabled(if: isThere, "../shared/corpus/reports is not there"))
  func aMislabelledFileIsShownByItsLabel() throws {
    let (_, pixels) = try DecoderClient.decode(.tiff, try file(Self.mislabelled))
    // (255, 0, 0), read as luma and two chroma differences.
    let (red, green, blue) = (
      255 - 1.402 * 128, 255 + (0.344136 + 0.714136) * 128, 255 - 1.772 * 128
    )
    for (channel, value) in [red, green, blue].enumerated() {
      #expect(abs(Double(pixels[32, 32, channel]) - min(value, 255)) <= 2, "\(channel)")
    }
  }
}
