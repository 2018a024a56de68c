import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// Malicious PDF files: each ends as a page or one sentence, and its decoder exits by itself.
@Suite struct PDFHostileTests {
  /// A file without a cross-reference table.
  ///
  /// Objects are numbered from 1; the first is the catalog, the second the root of the pages.
  private static func file(_ objects: [String]) -> String {
    var text = "%PDF-1.7\n"
    for (index, object) in objects.enumerated() {
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    return text + "trailer<</Root 1 0 R/Size \(objects.count + 1)>>\n"
  }

  /// A file of one page, object 3, whose content is object 4.
  private static func page(
    _ content: String = "0 0 50 40 re f", box: String = "[0 0 100 80]", entries: String = "",
    resources: String = "", catalog: String = "", _ further: [String] = []
  ) -> String {
    let page =
      "<</Type/Page/Parent 2 0 R/MediaBox\(box)/Contents 4 0 R\(entries)/Resources<<\(resources)>>>>"
    return file(
      [
        "<</Type/Catalog/Pages 2 0 R\(catalog)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page,
        PDFWriter.stream(content),
      ] + further)
  }

  private static func form(_ content: String, _ entries: String) -> String {
    PDFWriter.stream(content, "/Type/XObject/Subtype/Form/BBox[0 0 100 80]" + entries)
  }

  private static let loops: [(String, String)] = [
    (
      "pages that are their own parents",
      file([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>",
        "<</Type/Pages/Parent 3 0 R/Kids[2 0 R]/Count 1>>",
      ])
    ),
    (
      "pages that inherit from each other",
      file([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Parent 3 0 R/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R>>",
      ])
    ),
    ("names", page(catalog: "/Names<</Dests 5 0 R/JavaScript 5 0 R>>", ["<</Kids[5 0 R 5 0 R]>>"])),
    ("page labels", page(catalog: "/PageLabels 5 0 R", ["<</Kids[5 0 R 5 0 R]>>"])),
    (
      "outlines",
      page(
        catalog: "/Outlines 5 0 R",
        ["<</First 6 0 R/Last 6 0 R>>", "<</Title(a)/Parent 6 0 R/Next 6 0 R/First 6 0 R>>"])
    ),
    (
      "a form that draws itself",
      page(
        "/X Do", resources: "/XObject<</X 5 0 R>>",
        [form("/X Do", "/Resources<</XObject<</X 5 0 R>>>>")])
    ),
    (
      "forms that draw each other twice",
      page(
        "/X Do", resources: "/XObject<</X 5 0 R>>",
        [
          form("/X Do /X Do", "/Resources<</XObject<</X 6 0 R>>>>"),
          form("/X Do /X Do", "/Resources<</XObject<</X 5 0 R>>>>"),
        ])
    ),
    (
      "a pattern that paints itself",
      page(
        "/Pattern cs /P scn 0 0 100 80 re f", resources: "/Pattern<</P 5 0 R>>",
        [
          PDFWriter.stream(
            "/Pattern cs /P scn 0 0 9 9 re f",
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9"
              + "/Resources<</Pattern<</P 5 0 R>>>>")
        ])
    ),
    (
      "a mask that masks itself",
      page(
        "/G gs 0 0 100 80 re f", resources: "/ExtGState<</G 5 0 R>>",
        [
          "<</SMask<</S/Luminosity/G 6 0 R>>>>",
          form(
            "/G gs 0 0 100 80 re f",
            "/Group<</S/Transparency/CS/DeviceGray>>/Resources<</ExtGState<</G 5 0 R>>>>"),
        ])
    ),
    ("a length that is its own", page().replacing("/Length 14", with: "/Length 4 0 R")),
    (
      "a table before itself",
      page().replacing("trailer<<", with: "xref\n0 1\n0000000000 65535 f \ntrailer<</Prev 9")
    ),
    (
      "a function of itself",
      page(
        "/P sh", resources: "/Shading<</P 5 0 R>>",
        [
          "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 100 0]/Function 6 0 R>>",
          "<</FunctionType 3/Domain[0 1]/Functions[6 0 R 6 0 R]/Bounds[.5]/Encode[0 1 0 1]>>",
        ])
    ),
    (
      "a colour space of itself",
      page(
        "/C cs 1 scn 0 0 9 9 re f", resources: "/ColorSpace<</C 5 0 R>>",
        ["[/Indexed 5 0 R 1 <0011>]"])
    ),
  ]

  private static let sizes: [(String, String)] = [
    ("a page of 1e30 points", page(box: "[0 0 1e30 1e30]")),
    ("a page of 1 with thirty zeros", page(box: "[0 0 1\(String(repeating: "0", count: 30)) 9]")),
    ("a page from right to left", page(box: "[100 80 0 0]")),
    ("a page below nothing", page(box: "[-100 -80 -200 -10]")),
    ("a page of words", page(box: "[/a (b) null nan]")),
    ("a page of too few numbers", page(box: "[0 0]")),
    ("a crop elsewhere", page(entries: "/CropBox[500 500 600 600]")),
    ("an endless crop", page(entries: "/CropBox[-1e38 -1e38 1e38 1e38]")),
    ("a turn by no right angle", page(entries: "/Rotate 2147483647")),
    ("a large unit", page(entries: "/UserUnit 1e30")),
    ("four thousand million pages", page().replacing("/Count 1", with: "/Count 4294967295")),
    ("less than no pages", page().replacing("/Count 1", with: "/Count -5")),
    ("two gigabytes", page().replacing("/Length 14", with: "/Length 2147483647")),
    ("a length below nothing", page().replacing("/Length 14", with: "/Length -2147483648")),
    (
      "a picture without end",
      page(
        "100 0 0 80 0 0 cm /I Do", resources: "/XObject<</I 5 0 R>>",
        [
          PDFWriter.stream(
            "ff",
            "/Subtype/Image/Width 2147483647/Height 2147483647/BitsPerComponent 8"
              + "/ColorSpace/DeviceRGB")
        ])
    ),
    (
      "a function of too many samples",
      page(
        "/P sh", resources: "/Shading<</P 5 0 R>>",
        [
          "<</ShadingType 1/ColorSpace/DeviceRGB/Function 6 0 R>>",
          PDFWriter.stream(
            "0",
            "/FunctionType 0/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Size[65535 65535]"
              + "/BitsPerSample 32"),
        ])
    ),
    ("brackets in brackets", page(entries: "/A" + String(repeating: "[", count: 200_000))),
    ("states in states", page(String(repeating: "q 0.9 0 0 0.9 0 0 cm ", count: 50_000))),
    (
      "filters on filters",
      page().replacing(
        "/Length 14",
        with: "/Length 14/Filter[\(String(repeating: "/ASCIIHexDecode", count: 5000))]")
    ),
  ]

  /// Actions that must not be carried out; the page is drawn.
  private static let deeds: [(String, String)] = [
    (
      "scripts",
      page(
        entries: "/AA<</O 5 0 R/C 5 0 R>>",
        catalog: "/OpenAction 5 0 R/AA<</WC 5 0 R>>/Names<</JavaScript<</Names[(a) 5 0 R]>>>>",
        ["<</S/JavaScript/JS(while \\(true\\) app.alert\\(1\\);)>>"])
    ),
    (
      "a program to start",
      page(catalog: "/OpenAction<</S/Launch/F(/bin/sh)/Unix<</F(/bin/sh)/P(-c id)>>>>")
    ),
    ("an address to open", page(catalog: "/OpenAction<</S/URI/URI(http://127.0.0.1:9/)>>")),
    (
      "a file inside",
      page(
        catalog: "/Names<</EmbeddedFiles<</Names[(a) 5 0 R]>>>>/AF[5 0 R]",
        [
          "<</Type/Filespec/F(/etc/passwd)/EF<</F 6 0 R>>>>",
          PDFWriter.stream("#!/bin/sh", "/Type/EmbeddedFile"),
        ])
    ),
    (
      "a form to send",
      page(
        entries: "/Annots[5 0 R]", catalog: "/AcroForm<</Fields[5 0 R]/XFA(x)>>",
        [
          "<</Type/Annot/Subtype/Widget/FT/Btn/Rect[0 0 9 9]/A<</S/SubmitForm"
            + "/F<</FS/URL/F(http://127.0.0.1:9/)>>>>>>"
        ])
    ),
    (
      "a page in another file",
      page(
        "0 0 50 40 re f /X Do", resources: "/XObject<</X 5 0 R>>",
        [form("", "/Ref<</F(/etc/passwd)/Page 0>>/F(/etc/passwd)")])
    ),
  ]

  /// The outcomes of files that are neither drawn as intended nor refused as PDF.
  private static let outcomes: [String: Outcome] = [
    "pages that are their own parents": .sentence("the PDF file's page 1 is missing or damaged"),
    "pages that inherit from each other": .blank,
    "names": .drawn, "page labels": .drawn, "outlines": .drawn,
    "a form that draws itself": .blank,
    "forms that draw each other twice": .blank,
    "a pattern that paints itself": .blank,
    "a mask that masks itself": .blank,
    "a length that is its own": .drawn,
    "a table before itself": .drawn,
    "a function of itself": .blank,
    "a colour space of itself": .blank,
    "a page of 1e30 points": .drawn,
    "a page of 1 with thirty zeros": .sentence("the drawing is too large"),
    "a page from right to left": .drawn,
    "a page below nothing": .blank,
    "a page of words": .drawn,
    "a page of too few numbers": .drawn,
    "a crop elsewhere": .sentence("the PDF file's page 1 has no size"),
    "an endless crop": .drawn,
    "a turn by no right angle": .drawn,
    "a large unit": .drawn,
    "four thousand million pages": .sentence("the PDF file has no pages"),
    "less than no pages": .sentence("the PDF file has no pages"),
    "two gigabytes": .drawn,
    "a length below nothing": .drawn,
    "a picture without end": .blank,
    "a function of too many samples": .blank,
    "brackets in brackets": .drawn,
    "states in states": .sentence(
      "the PDF file can't be drawn (invalid matrix (not invertible))"),
    "filters on filters": .blank,
    "a stream of objects in itself": .sentence(
      "the PDF file is damaged (Failed to read the document catalog)"),
  ]

  private enum Outcome: Equatable {
    /// Something is visible.
    case drawn
    /// The page is white.
    case blank
    /// There is no page, for this reason.
    case sentence(String)
  }

  /// Opens a file's first page, and compares the outcome.
  ///
  /// Debian 13's poppler may find a page where Debian 12's finds none, and vice versa.
  private static func expectEnd(_ name: String, _ text: String) throws {
    let (pixels, sentence) = try look(at: Array(text.utf8), name)
    let isBlank = pixels?.bytes.allSatisfy { $0 == 255 }
    let outcome = isBlank.map { $0 ? Outcome.blank : .drawn } ?? .sentence(sentence)
    if DebianSuite.current == .bookworm { #expect(outcome == outcomes[name], "\(name)") }
  }

  /// Requests all of a file's first page; returns the sentence if there is none.
  private static func look(at bytes: [UInt8], _ name: String) throws -> (Pixels?, String) {
    let client = try DecoderClient(.pdf, PictureFile(bytes))
    var pixels: Pixels?
    var sentence = ""
    var ends: [PipedProcess.End] = [.status(1)]
    do {
      let info = try client.open()
      // A decoder that fails only at a tile keeps running.
      ends = [.status(0), .status(1)]
      #expect(info.frameCount >= 1, "\(name)")
      let longest = max(info.extent.width, info.extent.height)
      pixels = try client.pixels(of: info.levels.exactLevel(scale: 100 / longest))
      ends = [.status(0)]
    } catch let failure as CodecError {
      sentence = failure.sentence
      #expect(
        sentence.hasPrefix("the PDF file") || sentence.hasPrefix("the drawing"),
        "\(name): \(sentence)")
    }
    client.send(.close)
    let end = client.process.waitForEnd()
    #expect(ends.contains(end), "\(name): \(end)")
    return (pixels, sentence)
  }

  @Test(arguments: loops.indices) func loopsEnd(_ index: Int) throws {
    try Self.expectEnd(Self.loops[index].0, Self.loops[index].1)
  }

  @Test(arguments: sizes.indices) func hugeSizesEnd(_ index: Int) throws {
    try Self.expectEnd(Self.sizes[index].0, Self.sizes[index].1)
  }

  @Test(arguments: deeds.indices) func scriptsAndActionsAreIgnored(_ index: Int) throws {
    let (name, text) = Self.deeds[index]
    let pixels = try #require(try Self.look(at: Array(text.utf8), name).0, "\(name)")
    #expect(pixels.pixel(25, 60) == [0, 0, 0, 255], "\(name)")
    #expect(pixels.pixel(75, 20) == [255, 255, 255, 255], "\(name)")
  }

  /// A glyph that draws itself makes cairo deadlock, which takes no processor time.
  ///
  /// The reported progress then stands still, so that the viewer ends the decoder.
  @Test func aDeadlockedGlyphReportsNoProgress() throws {
    let text = Self.page(
      "BT /F 9 Tf (aa) Tj ET", resources: "/Font<</F 5 0 R>>",
      [
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97"
          + "/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>"
          + "/Resources<</Font<</F 5 0 R>>>>>>",
        PDFWriter.stream("1 0 d0 BT /F 1 Tf (aa) Tj ET"),
      ])
    let client = try DecoderClient(
      .pdf, PictureFile(Array(text.utf8)), through: ["/usr/bin/prlimit", "--cpu=9:9"])
    defer { kill(client.process.pid, SIGKILL) }
    let level = try client.open().levels.exactLevel(scale: 1)
    _ = client.request(TileKey(level: level, column: 0, row: 0), slot: 0)
    guard DebianSuite.current == .bookworm else {
      // Debian 13's cairo doesn't deadlock: the processor time runs out, or the stack.
      #expect(throws: (any Error).self) { while true { try client.awaitProgress() } }
      let end = client.process.waitForEnd()
      return #expect([SIGSEGV, SIGKILL, SIGXCPU].contains { end == .signal($0) }, "\(end)")
    }
    // The machine's load affects only when it deadlocks; it never recovers.
    var before: ProcessFamily.ThreadSample?
    while true {
      try client.awaitProgress()
      let now = ProcessFamily(client.process.pid).sample().first { $0.name == "draw" }
      defer { before = now }
      // The decoder has slept since the last message, without being woken.
      if let now, now.state == "S", now == before { break }
    }
    let progress = client.progress.suffix(2)
    try client.awaitProgress()
    #expect(Set(client.progress.suffix(2)).count == 1, "\(progress)")
  }

  /// An object stream that declares that it contains itself, and the catalog.
  @Test func aSelfContainingObjectStreamEnds() throws {
    let inside = "1 0 5 34 <</Type/Catalog/Pages 2 0 R>>      <</Type/ObjStm/N 2/First 9>>"
    var text = "%PDF-1.7\n"
    var places: [Int] = []
    func add(_ number: Int, _ object: String) {
      places.append(text.utf8.count)
      text += "\(number) 0 obj\n\(object)\nendobj\n"
    }
    add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
    add(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 80]>>")
    add(4, PDFWriter.stream(inside, "/Type/ObjStm/N 2/First 9/Extends 4 0 R"))
    let table = text.utf8.count
    func digits(_ number: Int, _ count: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    func entry(_ kind: Int, _ place: Int, _ index: Int) -> String {
      digits(kind, 2) + digits(place, 4) + digits(index, 2)
    }
    // The catalog is in object 5, and object 5 in itself; object 4 contains both, but isn't used.
    let entries =
      entry(0, 0, 0) + entry(2, 5, 0) + entry(1, places[0], 0) + entry(1, places[1], 0)
      + entry(1, places[2], 0) + entry(2, 5, 1) + entry(1, table, 0)
    text +=
      "6 0 obj\n"
      + PDFWriter.stream(
        entries + ">", "/Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Filter/ASCIIHexDecode")
      + "\nendobj\nstartxref\n\(table)\n%%EOF\n"
    try Self.expectEnd("a stream of objects in itself", text)
  }
}
