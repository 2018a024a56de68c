import FaultyServer
import Geometry
import Platform
import TestSupport
import Testing

/// Malicious documents: each ends as a picture or as one sentence.
@Suite struct HostileDocumentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let root =
    #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#
    + #"width="100" height="80">"#

  private static var entities: String {
    let further = (1..<10).map { number in
      "<!ENTITY e\(number) \"\(String(repeating: "&e\(number - 1);", count: 10))\">"
    }
    return "<!DOCTYPE svg [<!ENTITY e0 \"ha\">\(further.joined())]>\(root)<text>&e9;</text></svg>"
  }

  private static var uses: String {
    let groups = (1..<9).map { number in
      let use = "<use xlink:href=\"#u\(number - 1)\"/>"
      return "<g id=\"u\(number)\">\(String(repeating: use, count: 10))</g>"
    }
    return "\(root)<defs><rect id=\"u0\" width=\"9\" height=\"9\"/>\(groups.joined())</defs>"
      + "<use xlink:href=\"#u8\"/></svg>"
  }

  private static var nested: String {
    root + String(repeating: "<g>", count: 100_000) + String(repeating: "</g>", count: 100_000)
      + "</svg>"
  }

  private static let pages = """
    %PDF-1.7
    1 0 obj
    <</Type/Catalog/Pages 2 0 R>>
    endobj
    2 0 obj
    <</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>
    endobj
    3 0 obj
    <</Type/Pages/Parent 3 0 R/Kids[2 0 R]/Count 1>>
    endobj
    trailer<</Root 1 0 R/Size 4>>

    """

  /// Each document with its extension and a part of the expected sentence.
  private static let refused: [(name: String, text: String, kind: String, sentence: String)] = [
    ("entities", entities, "svg", "the SVG file is damaged ("),
    (
      "a foreign entity",
      "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\(root)<text>&x;</text></svg>",
      "svg", "the SVG file is damaged ("
    ),
    (
      "uses", uses, "svg",
      "the SVG file can't be drawn (exceeded more than 500000 referenced elements)"
    ),
    ("nesting", nested, "svg", "the SVG file is damaged ("),
    ("a loop of pages", pages, "pdf", "the PDF file's page 1 is missing or damaged"),
  ]

  /// Makes librsvg 2.54 abort; a later version may draw it.
  private static let hugeLetters = "\(root)<text y=\"20\" font-size=\"1e30\">abc</text></svg>"

  @Test(arguments: refused.indices) func maliciousDocumentsGiveASentence(_ index: Int) throws {
    let (name, text, kind, sentence) = Self.refused[index]
    try expectSentence(name, text, kind, sentence)
  }

  @Test(.enabled(if: DebianSuite.current == .bookworm, "only Debian 12's librsvg aborts"))
  func documentsThatAbortTheLibraryGiveASentence() throws {
    try expectSentence(
      "huge letters", Self.hugeLetters, "svg", "the drawing can't be drawn: librsvg aborted")
  }

  /// 400 million octaves of noise would take hours.
  @Test func endlessNoiseIsDrawn() throws {
    func noise(_ octaves: Int) throws -> PixelGrid {
      let text =
        "\(Self.root)<filter id='f'><feTurbulence baseFrequency='0.05' numOctaves='\(octaves)'/>"
        + "</filter><rect width='100' height='80' filter='url(#f)'/></svg>"
      return try RenderRun.pixels(folder.file("\(octaves).svg", Array(text.utf8)), in: folder)
    }
    let (wanted, seen, other) = (try noise(16), try noise(400_000_000), try noise(1))
    #expect(seen.difference(from: wanted) == nil)
    #expect(seen.difference(from: other) != nil)
  }

  private func expectSentence(
    _ name: String, _ text: String, _ kind: String, _ sentence: String
  ) throws {
    let file = try folder.file("a.\(kind)", Array(text.utf8))
    let process = try RenderRun.start(file, output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1), "\(name)")
    let lines = process.standardError.split(separator: "\n")
    #expect(lines.count == 1, "\(name): \(process.standardError)")
    #expect(
      lines.first?.hasPrefix("fresnel: ") == true && lines.first?.contains(sentence) == true,
      "\(name): \(process.standardError)")
    #expect(throws: (any Error).self) { _ = try PixelGrid(png: folder["out.png"]) }
  }

  /// References to other files and to servers are ignored; the rest is drawn.
  @Test func referencesToOtherFilesAreIgnored() throws {
    let picture = try folder.picture("secret.png", CoordinatePicture.grid(40, 30))
    let bytes = try TemporaryFolder.contents(of: picture)
    let server = try FaultyServer { _ in WebReply(body: bytes) }
    let places = ["file://\(picture)", picture, "secret.png", "/etc/passwd", server.address("/a")]
    let images = places.map { "<image width=\"100\" height=\"80\" xlink:href=\"\($0)\"/>" }
    let file = try folder.file(
      "a.svg",
      Array("\(Self.root)\(images.joined())<rect width=\"50\" height=\"80\"/></svg>".utf8))
    let seen = try RenderRun.pixels(file, in: folder)
    let expected = PixelGrid(width: 100, height: 80, color: { x, _ in x < 50 ? 0xff00_0000 : 0 })
    #expect(seen.difference(from: expected) == nil)
    #expect(server.connectionCount == 0)
  }
}
