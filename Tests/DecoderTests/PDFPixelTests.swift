import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// PDF pages, compared with poppler's own command, and with shapes that can be computed.
@Suite struct PDFPixelTests {
  /// The rendering of a page by poppler's command at some dots per inch: words 0xAARRGGBB.
  private static func reference(_ file: [UInt8], page: Int, dots: Double) throws -> PixelGrid {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.pdf", file)
    let (output, end) = try PipedProcess(
      "/usr/bin/pdftocairo",
      [
        "-png", "-singlefile", "-cropbox", "-f", "\(page + 1)", "-l", "\(page + 1)", "-r",
        "\(dots)",
        path, folder.path + "/a",
      ]
    ).finish()
    try #require(end == .status(0), "\(output)")
    return try PixelGrid(png: folder.path + "/a.png")
  }

  /// The difference of a level from the reference: the mean over all channels, and the number of
  /// pixels that are off by more than 24.
  private static func difference(
    _ pixels: Pixels, _ wanted: PixelGrid
  ) -> (mean: Double, far: Int) {
    var sum = 0
    var far = 0
    for (place, word) in wanted.words.enumerated() {
      var most = 0
      for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
        let own = Int(pixels.bytes[place * 4 + channel])
        let difference = abs(own - Int(word >> shift & 0xFF))
        sum += difference
        most = max(most, difference)
      }
      if most > 24 { far += 1 }
    }
    return (Double(sum) / Double(wanted.words.count * 3), far)
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("shapes", PDFWriter.bytes([.init(content: PDFSamples.shapes)])),
    (
      "text",
      PDFWriter.bytes(
        [.init(content: PDFSamples.text)], resources: "/Font<</F 3 0 R>>",
        further: ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"])
    ),
    (
      "groups",
      PDFWriter.bytes(
        [.init(content: PDFSamples.groups)], resources: PDFSamples.groupResources,
        further: PDFSamples.groupObjects)
    ),
  ]

  @Test(arguments: files.indices)
  func pagesEqualTheLibrarys(_ index: Int) throws {
    let (name, bytes) = Self.files[index]
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    let info = try client.open()
    #expect(abs(info.extent.width - 100 * 96 / 72) < 1e-9)
    #expect(abs(info.extent.height - 80 * 96 / 72) < 1e-9)
    #expect(!info.hasAlpha && info.frameCount == 1 && info.pageNames.isEmpty)
    // 100 and 80 points are whole pixels at these resolutions.
    for dots in [18.0, 36, 72, 144, 720, 1440] {
      let level = Level(
        size: PixelSize(width: Int(100 * dots / 72), height: Int(80 * dots / 72)))
      let own = try client.pixels(of: level)
      let wanted = try Self.reference(bytes, page: 0, dots: dots)
      try #require(wanted.size == level.size, "\(name) at \(dots)")
      let (mean, far) = Self.difference(own, wanted)
      #expect(
        mean <= 1 && far <= max(1, wanted.words.count / 1000),
        "\(name) at \(dots): \(mean), \(far) far")
    }
  }

  /// A4 isn't a whole number of pixels on a screen; at 100 %, 200 % and 50 % its lines are where
  /// the library draws them.
  @Test func fractionalPageSizesAreNotStretched() throws {
    let lines = (0..<40).map { "\($0 * 15) 0 0.75 842 re 0 \($0 * 21) 595 0.75 re" }
      .joined(separator: " ")
    let bytes = PDFWriter.bytes([
      .init(entries: "/MediaBox[0 0 595.276 841.89]", content: lines + " f")
    ])
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    let info = try client.open()
    for zoom in [0.5, 1, 2] {
      let level = info.levels.exactLevel(scale: zoom)
      let own = try client.pixels(of: level)
      let wanted = try Self.reference(bytes, page: 0, dots: 96 * zoom)
        .cropped(to: PixelRect(level.size))
      let (mean, far) = Self.difference(own, wanted)
      #expect(mean <= 1 && far <= wanted.words.count / 1000, "at \(zoom): \(mean), \(far) far")
    }
  }

  /// Blend modes of the page apply to its content, not to the paper.
  @Test func blendModesDoNotApplyToThePaper() throws {
    let bytes = PDFWriter.bytes(
      [.init(content: "1 0 0 rg 10 10 40 40 re f /D gs 0 1 0 rg 30 20 60 50 re f")],
      resources: "/ExtGState<</D<</BM/Difference>>>>")
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    _ = try client.open()
    let own = try client.pixels(of: Level(size: PixelSize(width: 100, height: 80)))
    #expect(own.pixel(70, 30) == [0, 255, 0, 255])
    #expect(own.pixel(40, 45) == [255, 255, 0, 255])
    #expect(own.pixel(5, 5) == [255, 255, 255, 255])
    let (mean, far) = Self.difference(own, try Self.reference(bytes, page: 0, dots: 72))
    #expect(mean <= 1 && far <= 8, "\(mean), \(far) far")
  }

  /// A font that isn't embedded, and an encoding of Asian characters that isn't either.
  @Test(
    .enabled(
      if: access("/usr/share/poppler/cMap", R_OK) == 0, "poppler-data is not installed"))
  func externalAsianEncodingsAreRead() throws {
    let bytes = PDFWriter.bytes(
      [.init(content: "BT /F 30 Tf 10 30 Td <004600720061> Tj ET")],
      resources: "/Font<</F 3 0 R>>",
      further: [
        "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H"
          + "/DescendantFonts[4 0 R]>>",
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/FontDescriptor 5 0 R"
          + "/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>",
        "<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[-25 -254 1000 880]"
          + "/ItalicAngle 0/Ascent 880/Descent -254/CapHeight 880/StemV 93>>",
      ])
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    _ = try client.open()
    let own = try client.pixels(of: Level(size: PixelSize(width: 400, height: 320)))
    let wanted = try Self.reference(bytes, page: 0, dots: 288)
    let (mean, far) = Self.difference(own, wanted)
    #expect(mean <= 1 && far <= 128, "\(mean), \(far) far")
    #expect(wanted.words.contains { $0 & 255 == 0 }, "the reference has no letters")
  }

  /// The position of a shape's edge at a scale, inside and outside a transparency group.
  @Test(arguments: [1e2, 1e4, 1e6, 1e9])
  func edgesAreInPlaceAtAnyZoom(_ scale: Double) throws {
    let bytes = PDFWriter.bytes(
      [.init(content: "/G gs /X Do 0 0 1 rg 0 10 m 100 10 l 100 0 l 0 0 l h f")],
      resources: "/ExtGState<</G<</ca 0.5>>>>/XObject<</X 3 0 R>>",
      further: [
        PDFWriter.stream(
          "1 0 0 rg 10 20 50 40 re f",
          "/Type/XObject/Subtype/Form/BBox[0 0 100 80]/Group<</S/Transparency/CS/DeviceRGB>>")
      ])
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    let info = try client.open()
    #expect(info.levels.largestScale * info.extent.width > 0x1p43)
    let level = info.levels.exactLevel(scale: scale)
    /// 64 × 64 pixels around a point of the page, measured from its top left corner.
    func around(_ x: Double, _ y: Double) throws -> Pixels {
      let column = Int((x * Double(level.size.width) / 100).rounded())
      let row = Int((y * Double(level.size.height) / 80).rounded())
      return try client.pixels(
        of: level,
        in: PixelRect(minX: column - 32, minY: row - 32, maxX: column + 32, maxY: row + 32))
    }
    func isNear(_ pixel: [UInt8], _ color: [Int]) -> Bool {
      zip(pixel, color + [255]).allSatisfy { abs(Int($0) - $1) <= 1 }
    }
    let left = try around(10, 40)
    #expect(isNear(left.pixel(30, 32), [255, 255, 255]))
    #expect(isNear(left.pixel(34, 32), [255, 128, 128]))
    let bottom = try around(30, 60)
    #expect(isNear(bottom.pixel(32, 29), [255, 128, 128]))
    #expect(isNear(bottom.pixel(32, 34), [255, 255, 255]))
    // Half of the blue shows the paper: the state is still that of the group.
    let blue = try around(70, 70)
    #expect(isNear(blue.pixel(32, 29), [255, 255, 255]))
    #expect(isNear(blue.pixel(32, 34), [128, 128, 255]))
  }

  /// A glyph of a font that isn't embedded, at a scale at which its stem fills the view.
  @Test(arguments: [1e3, 1e5])
  func lettersAreOutlinesAtAnyZoom(_ scale: Double) throws {
    let client = try DecoderClient(.pdf, PictureFile(Self.files[1].bytes))
    let info = try client.open()
    let level = info.levels.exactLevel(scale: scale)
    // The F's stem begins a few hundredths of its size right of its origin at 10, 40. Ink begins
    // within the letter's first two points, and nowhere left of it.
    let row = Int(38.0 / 80 * Double(level.size.height))
    func pixel(_ x: Double) throws -> [UInt8] {
      let column = Int(x / 100 * Double(level.size.width))
      return try client.pixels(
        of: level, in: PixelRect(minX: column, minY: row, maxX: column + 1, maxY: row + 1)
      ).pixel(0, 0)
    }
    let samples = try (0..<20).map { try pixel(10 + Double($0) * 0.15)[0] }
    #expect(samples.first == 255 && samples.contains(0) && samples.last == 255, "\(samples)")
    // Contiguous ink: the stem.
    let changes = zip(samples, samples.dropFirst()).count { $0 != $1 }
    #expect(changes <= 4, "\(samples)")
  }

  @Test func pagesHaveTheirOwnSizesTurnsAndNames() throws {
    let bytes = PDFWriter.bytes(
      [
        .init(entries: "/MediaBox[0 0 100 80]", content: "1 0 0 rg 0 0 50 40 re f"),
        .init(
          entries: "/MediaBox[0 0 100 80]/CropBox[20 10 80 50]",
          content: "0 1 0 rg 0 0 50 30 re f"),
        .init(entries: "/MediaBox[0 0 100 80]/Rotate 90", content: "0 0 1 rg 0 0 50 40 re f"),
      ], catalog: "/PageLabels<</Nums[0<</S/r>>2<</P(A-)/S/D>>]>>")
    let file = PictureFile(bytes)
    let sizes = [(100.0, 80.0), (60, 40), (80, 100)]
    // The coloured corner: at the bottom left, cropped, and rotated to the top left.
    let inside: [(Double, Double)] = [(25, 60), (15, 30), (20, 25)]
    let outside: [(Double, Double)] = [(75, 60), (45, 30), (60, 25)]
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]
    for page in 0..<3 {
      let client = try DecoderClient(.pdf, file)
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3 && info.pageNames == ["i", "ii", "A-1"])
      #expect(abs(info.extent.width - sizes[page].0 * 4 / 3) < 1e-9, "page \(page)")
      #expect(abs(info.extent.height - sizes[page].1 * 4 / 3) < 1e-9, "page \(page)")
      let level = Level(size: PixelSize(width: Int(sizes[page].0), height: Int(sizes[page].1)))
      let pixels = try client.pixels(of: level)
      #expect(
        pixels.pixel(Int(inside[page].0), Int(inside[page].1)) == colors[page], "page \(page)")
      #expect(
        pixels.pixel(Int(outside[page].0), Int(outside[page].1)) == [255, 255, 255, 255],
        "page \(page)")
    }
    let client = try DecoderClient(.pdf, file)
    #expect(throws: CodecError.self) { try client.open(frame: 3) }
  }

  @Test(.enabled(if: TestProcess.canFind("qpdf"), "qpdf is not installed"))
  func onlyARequiredPasswordGivesASentence() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.file("a.pdf", Self.files[0].bytes)
    for (user, opens) in [("", true), ("secret", false)] {
      let path = folder.path + "/b.pdf"
      let process = try TestProcess(
        "qpdf", ["--encrypt", user, "owner", "256", "--", plain, path])
      try #require(process.wait(limit: 60) == .status(0), "\(process.standardError)")
      let client = try DecoderClient(.pdf, #require(PictureFile(path: path)))
      if opens {
        #expect(try client.open().frameCount == 1)
        #expect(
          try client.pixels(of: Level(size: PixelSize(width: 100, height: 80))).pixel(30, 60)[1]
            == 51)
      } else {
        let failure = #expect(throws: CodecError.self) { try client.open() }
        #expect(failure?.sentence == "the PDF file needs a password")
      }
    }
  }

  /// Each ends as pages or one sentence, and does nothing that a document should not do.
  @Test(arguments: [
    ("nothing behind the mark", "%PDF-1.7\n"),
    (
      "pages that are their own children",
      "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n"
        + "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>\nendobj\ntrailer<</Root 1 0 R>>\n"
    ),
    (
      "no size",
      "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n"
        + "<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n"
        + "<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 0]>>\nendobj\ntrailer<</Root 1 0 R>>\n"
    ),
    (
      "an object that claims two gigabytes",
      "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"
        + ">>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n"
        + "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>\nendobj\n4 0 obj\n"
        + "<</Length 2147483647>>stream\n0 0 9 9 re f\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n"
    ),
  ])
  func strangeFilesGivePagesOrASentence(_ name: String, _ text: String) throws {
    let client = try DecoderClient(.pdf, PictureFile(Array(text.utf8)))
    do {
      let info = try client.open()
      _ = try client.pixels(of: Level(of: PixelSize(width: 9, height: 9), scale: 1))
      #expect(info.frameCount >= 1, "\(name)")
    } catch let failure as CodecError {
      #expect(failure.sentence.hasPrefix("the PDF file"), "\(name): \(failure.sentence)")
    }
  }
}
