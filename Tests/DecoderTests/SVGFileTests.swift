import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// SVG files as found in practice: their sizes, compressed ones, and malicious ones.
@Suite struct SVGFileTests {
  private func info(_ document: String) throws -> SourceInfo {
    try DecoderClient(.svg, SVGSamples.file(document)).open()
  }

  /// Attributes of a root element, and the size that they give.
  private static let sizes: [(String, Extent)] = [
    (#"width="120" height="50""#, Extent(width: 120, height: 50)),
    (#"width="2in" height="25.4mm""#, Extent(width: 192, height: 96)),
    (#"width="72pt" height="2pc" viewBox="0 0 3 4""#, Extent(width: 96, height: 32)),
    (#"viewBox="10 10 300 200""#, Extent(width: 300, height: 200)),
    (#"width="100%" height="100%" viewBox="0 0 64 32""#, Extent(width: 64, height: 32)),
    (#"width="50" viewBox="0 0 100 20""#, Extent(width: 50, height: 10)),
    (#"height="40" viewBox="0 0 100 20""#, Extent(width: 200, height: 40)),
    (#"style="width: 30px; height: 20px""#, Extent(width: 30, height: 20)),
    (#"width="0.5" height="0.25""#, Extent(width: 0.5, height: 0.25)),
    ("", Extent(width: 40, height: 30)),
  ]

  @Test(arguments: sizes.indices) func theSizeFollowsTheFile(_ index: Int) throws {
    let (attributes, extent) = Self.sizes[index]
    let document = SVGSamples.document(
      #"<rect x="0" y="0" width="40" height="30"/>"#, attributes: attributes)
    let info = try info(document)
    #expect(abs(info.extent.width - extent.width) < 1e-4, "\(attributes): \(info.extent)")
    #expect(abs(info.extent.height - extent.height) < 1e-4, "\(attributes): \(info.extent)")
    let longest = info.levels.largestScale * max(extent.width, extent.height)
    #expect(longest > SVGSamples.longestSide / 2)
  }

  /// What may precede the root element, and surround its name.
  @Test func anXMLPrologueMayPrecedeTheDocument() throws {
    let beginnings = [
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n", "\u{FEFF}", "<!-- <svg> > -->\n",
      "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\" [<!ENTITY a \"]>'\">]>\n",
    ]
    for beginning in beginnings {
      let document =
        beginning
        + #"<s:svg xmlns:s="http://www.w3.org/2000/svg" width="8" height="8" id="a>b">"#
        + ##"<s:rect width="8" height="8" fill="#00f"/></s:svg><!-- the end -->"##
      let client = try DecoderClient(.svg, SVGSamples.file(document))
      let level = try client.open().levels.exactLevel(scale: 1)
      #expect(try client.pixels(of: level).pixel(4, 4) == [0, 0, 255, 255], "\(beginning)")
    }
  }

  /// Text in each encoding: a letter outside ASCII is as wide as in UTF-8.
  @Test func aDocumentMayBeInOtherEncodings() throws {
    func drawn(_ bytes: [UInt8]) throws -> [UInt8] {
      let client = try DecoderClient(.svg, PictureFile(bytes))
      return try client.pixels(of: client.open().levels.exactLevel(scale: 1)).bytes
    }
    func document(_ encoding: String?, _ letters: String) -> String {
      (encoding.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>\n" } ?? "")
        + SVGSamples.document(#"<text x="5" y="40" font-size="30">\#(letters)</text>"#)
    }
    func little(_ text: String) -> [UInt8] {
      text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }
    func big(_ text: String) -> [UInt8] {
      text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    let letters = "\u{E4}\u{42F}"
    let wanted = try drawn(Array(document(nil, letters).utf8))
    #expect(wanted.contains { $0 != 0 })
    for text in [document("UTF-16", letters), document(nil, letters)] {
      #expect(try drawn([0xFF, 0xFE] + little(text)) == wanted)
      #expect(try drawn([0xFE, 0xFF] + big(text)) == wanted)
      #expect(try drawn(little(text)) == wanted)
      #expect(try drawn(big(text)) == wanted)
    }
    #expect(try drawn(Self.stored([0xFF, 0xFE] + little(document("UTF-16", letters)))) == wanted)
    // Single-byte encodings and multi-byte ones, each with the bytes of a letter that it has.
    let others: [(encoding: String, letter: String, bytes: [UInt8])] = [
      ("ISO-8859-1", "\u{E4}", [0xE4]), ("ISO-8859-15", "\u{20AC}", [0xA4]),
      ("windows-1252", "\u{20AC}", [0x80]), ("windows-1251", "\u{42F}", [0xDF]),
      ("KOI8-R", "\u{42F}", [0xF1]), ("ISO-8859-2", "\u{158}", [0xD8]),
      ("Shift_JIS", "\u{42F}", [0x84, 0x60]), ("EUC-JP", "\u{42F}", [0xA7, 0xC1]),
      ("GBK", "\u{42F}", [0xA7, 0xC1]), ("GB2312", "\u{42F}", [0xA7, 0xC1]),
      ("GB18030", "\u{42F}", [0xA7, 0xC1]), ("Big5", "\u{4E2D}", [0xA4, 0xA4]),
      ("EUC-KR", "\u{42F}", [0xAC, 0xC1]),
    ]
    for (encoding, letter, bytes) in others {
      let parts = document(encoding, "|").split(separator: "|")
      let file = Array(parts[0].utf8) + bytes + Array(parts[1].utf8)
      #expect(try drawn(file) == drawn(Array(document(nil, letter).utf8)), "\(encoding)")
    }
  }

  /// The document's rules for `svg` and `g` don't apply to the document that wraps it.
  @Test func aDocumentsStyleStaysInside() throws {
    let document = SVGSamples.document(
      "<style>svg { opacity: 0.5 } g { opacity: 0.1 }</style>"
        + ##"<rect width="100" height="80" fill="#f00"/>"##)
    let client = try DecoderClient(.svg, SVGSamples.file(document))
    let level = try client.open().levels.exactLevel(scale: 1)
    #expect(try client.pixels(of: level).pixel(50, 40) == [128, 0, 0, 128])
  }

  @Test func compressedFilesAreInflated() throws {
    // A stored block, which needs no compressor.
    let text = Array(SVGSamples.document(#"<rect width="100" height="80"/>"#).utf8)
    let client = try DecoderClient(.svg, PictureFile(Self.stored(text)))
    let level = try client.open().levels.exactLevel(scale: 1)
    #expect(try client.pixels(of: level).pixel(50, 40) == [0, 0, 0, 255])
    let other = try DecoderClient(.svg, PictureFile(Self.stored(Array("no drawing".utf8))))
    let failure = #expect(throws: CodecError.self) { _ = try other.open() }
    #expect(failure?.sentence == "the file is compressed by gzip, and is not an SVG drawing")
  }

  static func stored(_ text: [UInt8]) -> [UInt8] {
    let count = UInt16(text.count)
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in text {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + bytes(count) + bytes(~count) + text
      + bytes(~sum) + bytes(UInt32(text.count))
  }

  @Test func textsUseInstalledFonts() throws {
    let client = try DecoderClient(
      .svg,
      SVGSamples.file(SVGSamples.document(#"<text x="5" y="60" font-size="60">Aga</text>"#)))
    let level = try client.open().levels.exactLevel(scale: 1)
    let pixels = try client.pixels(of: level)
    let painted = stride(from: 3, to: pixels.bytes.count, by: 4).count { pixels.bytes[$0] > 127 }
    // A box for each missing glyph would be an outline of some hundred pixels.
    #expect(painted > 600)
    #expect(client.missing.isEmpty)
  }

  /// Documents that try to read other files, or to exhaust resources.
  private static let hostile: [(name: String, text: String, isRefused: Bool)] = [
    (
      "entity bomb",
      "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\">"
        + (1...9).map { level in
          let before = String(UnicodeScalar(UInt8(96 + level)))
          let name = String(UnicodeScalar(UInt8(97 + level)))
          return "<!ENTITY \(name) \"" + String(repeating: "&\(before);", count: 10) + "\">"
        }.joined() + "]>" + SVGSamples.document("<text>&j;</text>"), true
    ),
    (
      "external entity",
      "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"
        + SVGSamples.document("<text y=\"20\">&a;</text>"), true
    ),
    (
      "deep nesting",
      SVGSamples.document(
        String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000)), true
    ),
    (
      "a use of itself",
      SVGSamples.document(##"<g id="a"><use xlink:href="#a"/><use xlink:href="#a"/></g>"##), false
    ),
    (
      "use bomb",
      SVGSamples.document(
        "<defs><g id=\"u0\"/>"
          + (1...12).map { level in
            "<g id=\"u\(level)\">"
              + String(repeating: "<use xlink:href=\"#u\(level - 1)\"/>", count: 10) + "</g>"
          }.joined() + "</defs><use xlink:href=\"#u12\"/>"), true
    ),
    (
      "a file for a picture",
      SVGSamples.document(#"<image width="100" height="80" xlink:href="/etc/passwd"/>"#), false
    ),
    (
      "a file by its address",
      SVGSamples.document(
        #"<image width="100" height="80" xlink:href="file:///usr/share/pixmaps/debian-logo.png"/>"#),
      false
    ),
    (
      "a file for a style",
      SVGSamples.document("<style>@import url(file:///etc/passwd);</style>"), false
    ),
    (
      "a file inside",
      SVGSamples.document(
        #"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" "#
          + #"parse="text"/>"#), false
    ),
    (
      "a file for a filter",
      SVGSamples.document(
        ##"<filter id="f"><feImage xlink:href="file:///etc/passwd"/></filter><rect width="100" "##
          + ##"height="80" filter="url(#f)"/>"##), false
    ),
    (
      "a file for the whole style",
      #"<?xml-stylesheet href="/etc/passwd" type="text/css"?>"# + SVGSamples.document("<g/>"), false
    ),
    (
      "a file for a font",
      SVGSamples.document(
        "<style>@font-face { font-family: F; src: url(/etc/passwd) }</style>"
          + #"<text font-family="F" y="20"/>"#), false
    ),
    (
      "a use of a file",
      SVGSamples.document(##"<use xlink:href="file:///usr/share/icons/a.svg#a"/>"##), false
    ),
    (
      "no size", SVGSamples.document("<rect/>", attributes: #"width="0" height="10""#), false
    ),
    (
      "too large a size",
      SVGSamples.document("<rect/>", attributes: #"width="1e30" height="1e30""#), true
    ),
    ("nothing in it", SVGSamples.document("", attributes: ""), false),
    ("two elements", SVGSamples.document("</svg><svg>"), true),
    ("an end before its time", SVGSamples.document("</svg></g></svg>"), true),
  ]

  @Test(arguments: hostile.indices) func hostileFilesGiveAPictureOrASentence(_ index: Int) throws {
    let (name, text, isRefused) = Self.hostile[index]
    let client = try DecoderClient(.svg, SVGSamples.file(text))
    var ends: [PipedProcess.End] = [.status(1)]
    do {
      let info = try client.open()
      // A decoder that fails only at a tile keeps running.
      ends = [.status(0), .status(1)]
      let pixels = try client.pixels(of: info.levels.exactLevel(scale: 1))
      ends = [.status(0)]
      #expect(!isRefused, "\(name) was drawn")
      #expect(pixels.bytes.allSatisfy { $0 == 0 }, "\(name)")
    } catch let failure as CodecError {
      #expect(isRefused, "\(name): \(failure.sentence)")
      #expect(failure.sentence.hasPrefix("the "), "\(name): \(failure.sentence)")
    }
    client.send(.close)
    let end = client.process.waitForEnd()
    #expect(ends.contains(end), "\(name): \(end)")
  }

  /// Filter lengths that are NaN, infinite or larger than any picture, and scales that overflow.
  @Test(
    arguments: ["1e308", "inf", "nan", "-1e308", "1e20"],
    ["", #" viewBox="0 0 1e-300 1e-300""#, #" transform="scale(1e200) scale(1e200)""#])
  func absurdFilterLengthsGiveAPictureOrASentence(length: String, group: String) throws {
    let text = SVGSamples.document(
      "<filter id=\"f\"><feOffset dx=\"\(length)\" result=\"a\"/>"
        + "<feGaussianBlur stdDeviation=\"\(length)\"/></filter>"
        + "<svg\(group)><g\(group)><rect width=\"9\" height=\"9\"/></g></svg>"
        + "<rect width=\"50\" height=\"40\" filter=\"url(#f)\"/>")
    let client = try DecoderClient(.svg, SVGSamples.file(text))
    var ends: [PipedProcess.End] = [.status(1)]
    do {
      let levels = try client.open().levels
      ends = [.status(0), .status(1)]
      _ = try client.pixels(of: levels.exactLevel(scale: 1))
      _ = try client.pixels(
        of: levels.exactLevel(scale: 50),
        in: PixelRect(minX: 2400, minY: 1900, maxX: 2600, maxY: 2100))
      ends = [.status(0)]
    } catch let failure as CodecError {
      // Debian 12's librsvg draws them all.
      #expect(DebianSuite.current != .bookworm, "\(failure.sentence)")
      #expect(failure.sentence.hasPrefix("the "), "\(failure.sentence)")
    }
    client.send(.close)
    let end = client.process.waitForEnd()
    #expect(ends.contains(end), "\(end)")
  }

  /// A document type whose entity the decoder doesn't search for a number.
  private static func hidingMany(_ many: Int) -> String {
    "<!DOCTYPE svg [<!ENTITY many \"\(many)\">]>"
  }

  /// Filters that would take hours are stopped by the kernel's limit, a short one here.
  @Test func filterBombsEndAtTheProcessorTimeLimit() throws {
    let bomb =
      ##"<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.9" "##
      + ##"numOctaves="&many;"/><feMorphology operator="dilate" radius="900"/></filter>"##
      + ##"<rect width="100" height="80" filter="url(#f)"/>"##
    let client = try DecoderClient(
      .svg, SVGSamples.file(Self.hidingMany(400_000) + SVGSamples.document(bomb)),
      through: ["/usr/bin/prlimit", "--cpu=2:2"])
    let level = try client.open().levels.exactLevel(scale: 10)
    #expect(throws: (any Error).self) { _ = try client.pixels(of: level) }
    let end = client.process.waitForEnd()
    #expect(end == .signal(SIGKILL) || end == .signal(SIGXCPU), "\(end)")
  }

  /// Drawing can't be interrupted; once all its requests are cancelled, the process ends.
  @Test func theProcessEndsAfterAllItsRequestsAreCancelled() throws {
    let long =
      #"<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="&many;"/></filter>"#
      + #"<rect width="100" height="80" filter="url(#f)"/>"#
    let client = try DecoderClient(
      .svg, SVGSamples.file(Self.hidingMany(4000) + SVGSamples.document(long)))
    let level = try client.open().levels.exactLevel(scale: 10)
    let requests = (0..<4).map {
      client.request(TileKey(level: level, column: $0, row: 0), slot: $0)
    }
    // The drawing has begun once progress is reported.
    try client.awaitProgress()
    for request in requests { client.send(.cancel(id: request)) }
    #expect(client.process.waitForEnd() == .status(WireFormat.abandonedStatus))
  }
}
