import DecoderProtocol
import Geometry
import Platform
import TestSupport
import Testing
import Tiles

/// SVG files that cause trouble in librsvg, or would in the sandbox: each is drawn, or refused in
/// one sentence.
@Suite struct SVGOddFileTests {
  private static func drawn(_ bytes: [UInt8], scale: Double = 1) throws -> Pixels {
    let client = try DecoderClient(.svg, PictureFile(bytes))
    return try client.pixels(of: client.open().levels.exactLevel(scale: scale))
  }

  private static func drawn(_ content: String) throws -> Pixels {
    try drawn(Array(SVGSamples.document(content).utf8))
  }

  private static func sentence(_ bytes: [UInt8]) throws -> String {
    let failure = #expect(throws: CodecError.self) { _ = try drawn(bytes) }
    return failure?.sentence ?? ""
  }

  // MARK: Empty documents

  /// By CSS, a document without a size of its own is 300 × 150.
  @Test(arguments: [
    ("", ""), (#"width="100%" height="100%""#, ""), (#"width="0" height="0""#, "<rect/>"),
    (#"width="0" height="20""#, #"<rect width="9" height="9"/>"#),
    ("", #"<defs><rect width="9" height="9"/></defs>"#), ("", #"<path d="M5 5H50"/>"#),
    ("", #"<rect width="9" height="9" display="none"/>"#), (#"width="50""#, "<g/>"),
  ])
  func aDocumentWithoutContentIsAnEmptyPicture(_ attributes: String, _ content: String) throws {
    let document = SVGSamples.document(content, attributes: attributes)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let info = try client.open()
    #expect(info.extent == Extent(width: 300, height: 150), "\(document)")
    let pixels = try client.pixels(of: info.levels.exactLevel(scale: 1))
    #expect(pixels.bytes.allSatisfy { $0 == 0 }, "\(document)")
  }

  // MARK: Compressed files

  private static let red = ##"<rect width="100" height="80" fill="#f00"/>"##

  /// gzip members follow each other, as `cat` creates; what follows the last one is ignored.
  @Test func gzipMembersMayFollowEachOther() throws {
    let text = Array(SVGSamples.document(Self.red).utf8)
    let parts = [text[..<30], text[30..<31], [], text[31...]].map { SVGFileTests.stored(Array($0)) }
    let files = [
      parts.flatMap { $0 }, SVGFileTests.stored([]) + SVGFileTests.stored(text),
      SVGFileTests.stored(text) + [UInt8](repeating: 0, count: 512),
      SVGFileTests.stored(text) + Array("more".utf8), SVGFileTests.stored(text) + [0x1F, 0x8B],
    ]
    for (number, file) in files.enumerated() {
      #expect(try Self.drawn(file).pixel(50, 40) == [255, 0, 0, 255], "\(number)")
    }
  }

  /// A gzip header may contain a name, a comment, extra fields, and its own checksum.
  @Test func gzipHeadersMayHaveOptionalFields() throws {
    let file = SVGFileTests.stored(Array(SVGSamples.document(Self.red).utf8))
    let fields: [(flags: UInt8, bytes: [UInt8])] = [
      (8, Array("z\u{E4}h\u{E4}.svg\0".utf8)), (8, [0xE4, 0xF6, 0]), (16, Array("words\0".utf8)),
      (8, [UInt8](repeating: 0x61, count: 70_000) + [0]),
      (4, [0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_535)), (1, []),
    ]
    for (flags, bytes) in fields {
      let other = file[..<3] + [flags] + file[4..<10] + bytes + file[10...]
      #expect(try Self.drawn(Array(other)).pixel(50, 40) == [255, 0, 0, 255], "\(flags)")
    }
  }

  @Test func anEmptyCompressedFileIsRefused() throws {
    #expect(
      try Self.sentence(SVGFileTests.stored([]))
        == "the file is compressed by gzip, and is not an SVG drawing")
  }

  // MARK: Pictures inside

  /// One red pixel each.
  private static let pictures = [
    (
      "image/gif", [UInt8]([255, 0, 0, 255]), "R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs="
    ),
    (
      "image/png", [255, 0, 0, 255],
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ"
        + "/pLvAAAAAElFTkSuQmCC"
    ),
  ]

  /// `data:;base64,` works too: librsvg examines the bytes.
  @Test(arguments: pictures.indices) func embeddedPicturesNeedNoMediaType(_ index: Int) throws {
    let (type, color, bytes) = Self.pictures[index]
    for name in [type, ""] {
      let pixels = try Self.drawn(
        #"<image width="100" height="80" preserveAspectRatio="none" "#
          + #"xlink:href="data:\#(name);base64,\#(bytes)"/>"#)
      #expect(pixels.pixel(50, 40) == color, "\(name)")
    }
  }

  // MARK: Too much for the library

  /// Each makes librsvg 2.54 abort; a later version may draw it.
  @Test(arguments: [
    #"<text y="20" font-size="1e30">abc</text>"#,
    ##"<filter id="f"><feFlood x="1e10" y="1e10" width="1e10" height="1e10"/><feTile/></filter>"##
      + ##"<rect width="9" height="9" filter="url(#f)"/>"##,
    ##"<filter id="f"><feConvolveMatrix order="1000" kernelMatrix=""##
      + String(repeating: "1 ", count: 1_000_000)
      + ##""/></filter><rect width="9" height="9" filter="url(#f)"/>"##,
  ])
  func documentsThatAbortTheLibraryGiveASentence(_ content: String) throws {
    let client = try DecoderClient(.svg, SVGSamples.file(SVGSamples.document(content)))
    var ends: [PipedProcess.End] = [.status(0)]
    do {
      _ = try client.pixels(of: client.open().levels.exactLevel(scale: 1))
      #expect(DebianSuite.current != .bookworm, "it was drawn")
    } catch let failure as CodecError {
      #expect(failure.sentence == "the drawing can't be drawn: librsvg aborted")
      // The aborting thread ends the process, unless the other one sees the close first.
      ends.append(.status(1))
    }
    client.send(.close)
    let end = client.process.waitForEnd()
    #expect(ends.contains(end), "\(end)")
  }

  @Test func documentsThatNeedTooMuchMemoryGiveASentence() throws {
    let text = SVGSamples.document(String(repeating: "<g/>", count: 2_500_000))
    #expect(try Self.sentence(Array(text.utf8)) == "librsvg ran out of memory for the drawing")
  }

  /// Octaves too fine to change a pixel are not added up: 400 million would take hours.
  @Test func theOctavesOfNoiseAreBounded() throws {
    func noise(_ octaves: String) throws -> [UInt8] {
      try Self.drawn(
        "<filter id='f'><feTurbulence baseFrequency='0.05' \(octaves)/></filter>"
          + "<rect width='100' height='80' filter='url(#f)'/>"
      ).bytes
    }
    let wanted = try noise("numOctaves='16'")
    for octaves in [
      "numOctaves='400000000'", "numOctaves = \"17\"", "numOctaves=' +0000000099'",
      "numOctaves='2147483647'",
    ] {
      #expect(try noise(octaves) == wanted, "\(octaves)")
    }
    #expect(try noise("numOctaves='1'") != wanted)
    #expect(try noise("numOctaves='99999999999'") == wanted)
  }
}
