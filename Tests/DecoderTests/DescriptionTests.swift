import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import TilePlaces

/// Descriptions of tiles, read by the sandboxed process.
@Suite struct DescriptionTests {
  /// The result of reading a description.
  fileprivate enum Outcome: Hashable {
    case tiles(TileDescription)
    case canvases([CanvasDescription])
    case refused(CodecError)
    case died(PipedProcess.End)
  }

  fileprivate func read(_ text: String) throws -> Outcome { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> Outcome {
    let file = PictureFile(bytes)
    let null = try FileDescriptor.openNull()
    let pair = try FileDescriptor.socketPair()
    let process = try PipedProcess(
      PipedProcess.built("fresnel-decode-tiles"),
      passing: [pair.second.number, file.descriptor.number, null.number])
    let socket = pair.keepingFirst()
    let open = HostMessage.open(OpenRequest(arenaBytes: 0, slotCount: 0, surfaceEdge: 1)).encoded
    _ = send(socket.number, open, open.count, Int32(MSG_NOSIGNAL))
    var framer = MessageFramer()
    var canvases: [CanvasDescription] = []
    let end = MonotonicClock.now() + 60
    while true {
      while let payload = try framer.next() {
        switch try DecoderMessage<DescriptionReport>(payload: payload) {
        case .hello(let hello):
          #expect(hello.version == WireFormat.version && hello.library == "expat and jansson")
        case .report(.tiles(let description)): return .tiles(description)
        case .report(.canvases(let more, let isLast)):
          canvases += more
          if isLast { return .canvases(canvases) }
        case .failure(let failure):
          #expect(process.waitForEnd() == .status(1))
          #expect(!failure.sentence.isEmpty && !failure.sentence.hasSuffix("."))
          return .refused(failure)
        case .progress: Issue.record("a message that no description has")
        }
      }
      var set = PollSet()
      set.add(socket.number)
      set.wait(timeout: max(0, end - MonotonicClock.now()))
      try #require(set.isReadable(socket.number), "no answer in time")
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(socket.number, &buffer, buffer.count)
      guard count > 0 else { return .died(process.waitForEnd()) }
      buffer[..<count].withUnsafeBytes { framer.append($0) }
    }
  }

  /// Reads a text as a description of tiles.
  func tiles(of text: String) throws -> TileDescription {
    guard case .tiles(let description) = try read(text) else { throw NoTiles() }
    return description
  }

  private struct NoTiles: Error {}

  fileprivate func code(_ text: String) throws -> CodecError.Code? {
    guard case .refused(let failure) = try read(text) else { return nil }
    return failure.code
  }

  private static let deepZoomXML = """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <!-- <Image TileSize="1"/> -->
    <Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
      Format="jpg" Overlap="2" TileSize="254">
      <Size Height="613" Width="1001"/>
      <DisplayRects><DisplayRect><Rect X="1"/><Size Width="7" Height="8"/></DisplayRect>
      </DisplayRects>
    </Image>
    """
  private static let deepZoom = TileDescription(
    size: PixelSize(width: 1001, height: 613),
    layout: .deepZoom(edge: 254, overlap: 2, format: "jpg"))

  @Test func readsDeepZoomInXML() throws {
    #expect(try read(Self.deepZoomXML) == .tiles(Self.deepZoom))
    let prefixed = """
      <d:Image xmlns:d="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="2"
        TileSize="254"><d:Size Height="613" Width="1001"/></d:Image>
      """
    #expect(try read(prefixed) == .tiles(Self.deepZoom))
  }

  @Test func readsDeepZoomInJSON() throws {
    let texts = """
      {"Image": {"xmlns": "http://schemas.microsoft.com/deepzoom/2008", "Format": "jpg",
        "Overlap": "2", "TileSize": "254", "Size": {"Width": "1001", "Height": "613"}}}
      """
    #expect(try read(texts) == .tiles(Self.deepZoom))
    let numbers = """
      {"Image": {"Format": "jpg", "Overlap": 2, "TileSize": 254,
        "Size": {"Width": 1001, "Height": 613}}}
      """
    #expect(try read("\u{FEFF}\n" + numbers) == .tiles(Self.deepZoom))
  }

  @Test func readsZoomify() throws {
    let text = """
      <IMAGE_PROPERTIES WIDTH="1001" HEIGHT="613" NUMTILES="17" NUMIMAGES="1" VERSION="1.8" \
      TILESIZE="256" />
      """
    func described(_ count: Int) -> Outcome {
      .tiles(
        TileDescription(
          size: PixelSize(width: 1001, height: 613), layout: .zoomify(edge: 256, tileCount: count)))
    }
    #expect(try read(text) == described(17))
    // An impossible count is ignored.
    #expect(try read(text.replacing("\"17\"", with: "\"-17\"")) == described(0))
  }

  @Test func readsInternetImaging() throws {
    let text = "IIP:1.0\r\nMax-size:1001 613\r\nTile-size:256 128\r\nResolution-number:3\r\n"
    #expect(
      try read(text)
        == .tiles(
          TileDescription(
            size: PixelSize(width: 1001, height: 613),
            layout: .internetImaging(tile: PixelSize(width: 256, height: 128), levels: 3))))
    for (part, other) in [
      ("1001 613", "1001"), ("1001 613", "-1 613"), ("256 128", "x y"), ("number:3", "number:33"),
      ("number:3", "number:0"), ("Tile-size:256 128\r\n", ""), ("Max-size", "Max"),
    ] {
      #expect(try code(text.replacing(part, with: other)) == .corrupt, "\(other)")
    }
  }

  @Test func readsIIIFVersion2() throws {
    let text = """
      {"@context": "http://iiif.io/api/image/2/context.json", "@id": "http://a/b", "width": 6000,
       "height": 4000, "protocol": "http://iiif.io/api/image",
       "tiles": [{"width": 512, "scaleFactors": [1, 2, 4]},
                 {"width": 512, "height": 256, "scaleFactors": [8]}],
       "profile": ["http://iiif.io/api/image/2/level0.json", {"formats": ["png", "../x", "png"]}]}
      """
    let sets = [
      TileDescription.TileSet(size: PixelSize(width: 512, height: 512), factors: [1, 2, 4]),
      TileDescription.TileSet(size: PixelSize(width: 512, height: 256), factors: [8]),
    ]
    let wanted = TileDescription(
      size: PixelSize(width: 6000, height: 4000),
      layout: .iiif(version: 2, sets: sets, formats: ["png"]), service: "http://a/b")
    #expect(try read(text) == .tiles(wanted))
  }

  @Test func readsIIIFVersion3() throws {
    let text = """
      {"@context":
        ["http://example.org/more", "http:\\/\\/iiif.io\\/api\\/image\\/3\\/context.json"],
       "id": "http://a/b", "type": "ImageService3", "profile": "level0", "width": 600,
       "height": 400, "tiles": [{"width": 256, "scaleFactors": [1]}],
       "extraFormats": ["gif", "webp"], "preferredFormats": ["webp"]}
      """
    let set = TileDescription.TileSet(size: PixelSize(width: 256, height: 256), factors: [1])
    let wanted = TileDescription(
      size: PixelSize(width: 600, height: 400),
      layout: .iiif(version: 3, sets: [set], formats: ["webp", "gif"]), service: "http://a/b")
    #expect(try read(text) == .tiles(wanted))
  }

  @Test func otherTextsAreRefused() throws {
    #expect(try code("") == .corrupt)
    #expect(try code("<Image") == .corrupt)
    #expect(try code("{\"Image\": ") == .corrupt)
    #expect(try code("<html/>") == .unsupported)
    #expect(try code("{\"a\": 1}") == .unsupported)
    #expect(
      try code("{\"@context\": \"http://iiif.io/api/image/1/context.json\", \"width\": 1}")
        == .unsupported)
  }

  @Test func impossibleNumbersAreRefused() throws {
    for number in ["0", "-1", "1e9", "99999999999999999999", "16777217", "", "x"] {
      let text = Self.deepZoomXML.replacing("\"1001\"", with: "\"\(number)\"")
      #expect(try code(text) == .corrupt, "\(number)")
    }
    #expect(try code(Self.deepZoomXML.replacing("\"jpg\"", with: "\"../x\"")) == .corrupt)
    #expect(try code(Self.deepZoomXML.replacing("Overlap=\"2\"", with: "")) == .corrupt)
  }

  @Test func entityAndNestingBombsAreRefused() throws {
    let entities = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "\(String(repeating: "b", count: 1000))">
      <!ENTITY c "\(String(repeating: "&a;", count: 1000))">]><Image Format="&c;"/>
      """
    #expect(try code(entities) == .unsupported)
    #expect(try code(String(repeating: "[", count: 500_000)) == .corrupt)
    #expect(
      try code("{\"Image\":" + String(repeating: "[", count: 500_000)) == .corrupt)
    let many = "{\"a\": [" + String(repeating: "0,", count: 400_000) + "0]}"
    #expect(try code(many) == .unsupported)
    let long = Self.deepZoomXML + String(repeating: " ", count: 1 << 20)
    #expect(try code(long) == .tooLarge)
  }

  /// A library's error must give a sentence, too.
  @Test func damagedDescriptionsGiveTilesOrASentence() throws {
    let samples = [
      Self.deepZoomXML, "{\"Image\": {\"Format\": \"jpg\", \"Overlap\": 2, \"Size\": {}}}",
      "{\"@context\": \"http://iiif.io/api/image/3\", \"width\": 6, \"height\": 7, \"tiles\": "
        + "[{\"width\": 256, \"scaleFactors\": [1]}]}",
      "<IMAGE_PROPERTIES WIDTH=\"600\" HEIGHT=\"400\" NUMTILES=\"9\" TILESIZE=\"256\"/>",
      Self.manifest,
    ].map { Array($0.utf8) }
    for number in 0..<Fuzzing.mutations(60) {
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let bytes = Fuzzing.changed(samples[number % samples.count], samples, &random)
      if case .died(let end) = try read(bytes) {
        Issue.record("it died (\(end)), change \(number), seed \(Fuzzing.seed)")
      }
    }
  }

  /// A manifest of version 3 with everything that is read from one.
  private static let manifest = """
    {"@context": "http://iiif.io/api/presentation/3/context.json", "type": "Manifest",
    "items": [{"type": "Canvas", "width": 600, "height": 400, "label": {"en": ["One"]},
    "items": [{"items": [{"body": {"type": "Choice", "items": [{"id": "http://a/b.jpg",
    "width": 600, "height": 400, "service": [{"id": "http://a/b", "type": "ImageService3",
    "profile": "level1"}]}]}}]}]}]}
    """
}

extension DescriptionTests {
  private func iiif(_ fields: String, version: Int = 3) -> String {
    """
    {"@context": "http://iiif.io/api/image/\(version)/context.json", "width": 6000,
     "height": 4000, \(fields)}
    """
  }

  @Test func servicesReportTheirAddress() throws {
    let set = #""tiles": [{"width": 256, "scaleFactors": [1, 2]}]"#
    func service(_ id: String) throws -> String? {
      try tiles(of: iiif("\(id), \(set)")).service
    }
    #expect(try service(#""id": "https://a.org/x""#) == "https://a.org/x")
    #expect(try service(#""@id": "http://a.org/x""#) == "http://a.org/x")
    for id in ["file:///etc", "a b", "http://a/\\n", "x"] {
      #expect(try service("\"id\": \"\(id)\"") == nil, "\(id)")
    }
  }

  /// If a service declares no tiles but supports any region, regions within its limits are
  /// requested.
  @Test func servicesWithoutTilesAreAskedForRegions() throws {
    func edge(_ fields: String, version: Int = 3) throws -> Int? {
      guard
        case .iiif(_, let sets, _) = try tiles(of: iiif(fields, version: version)).layout
      else { return nil }
      return sets.first?.size.width
    }
    #expect(try edge(#""profile": "level2""#) == 512)
    #expect(try edge(#""profile": "level0""#) == nil)
    #expect(try edge(#""profile": "level1", "maxWidth": 300"#) == 256)
    #expect(try edge(#""profile": "level1", "maxArea": 20000"#) == 128)
    #expect(
      try edge(
        #""profile": ["http://iiif.io/api/image/2/level1.json", {"maxHeight": 511}]"#,
        version: 2) == 256)
    // Tiles that aren't square can't be shown.
    let wide = #""tiles": [{"width": 512, "height": 64, "scaleFactors": [1]}]"#
    #expect(try edge(#""profile": "level2", \#(wide)"#) == 512)
  }
}

extension DescriptionTests {
  private func canvases(_ text: String) throws -> [CanvasDescription]? {
    guard case .canvases(let canvases) = try read(text) else { return nil }
    return canvases
  }

  @Test func readsManifestsOfVersion3() throws {
    let text = """
      {"@context": ["http://x/", "http://iiif.io/api/presentation/3/context.json"],
       "type": "Manifest", "items": [
        {"type": "Canvas", "label": {"de": ["Seite 1"], "en": ["page 1"]}, "items": [{"items": [
          {"body": {"id": "https://a/1.jpg", "type": "Image", "service": [
            {"id": "https://a/one/", "type": "ImageService3", "profile": "level1"}]}}]}]},
        {"type": "Canvas", "items": [{"items": [{"body": {"type": "Choice", "items": [
          {"id": "https://a/2.jpg", "type": "Image"}, {"id": "https://a/3.jpg"}]}}]}]},
        {"type": "Canvas", "label": {"none": ["empty"]}},
        {"type": "Canvas", "items": [{"items": [{"body": {"id": "file:///etc/passwd"}}]}]}
      ]}
      """
    #expect(
      try canvases(text) == [
        CanvasDescription(label: "Seite 1", address: "https://a/one/info.json"),
        CanvasDescription(label: "", address: "https://a/2.jpg"),
      ])
  }

  @Test func readsManifestsOfVersion2() throws {
    let text = """
      {"@context": "http://iiif.io/api/presentation/2/context.json", "@type": "sc:Manifest",
       "sequences": [{"canvases": [
        {"label": "f. 1r", "images": [{"resource": {"@id": "http://a/1.jpg", "service": {
          "@context": "http://iiif.io/api/image/2/context.json", "@id": "http://a/one"}}}]},
        {"label": [{"@value": "f. 1v", "@language": "en"}], "images": [{"resource": {
          "@type": "oa:Choice", "default": {"@id": "http://a/2.jpg", "service": {
          "@context": "http://iiif.io/api/auth/1/context.json", "@id": "http://a/auth"}}}}]}
       ]}]}
      """
    #expect(
      try canvases(text) == [
        CanvasDescription(label: "f. 1r", address: "http://a/one/info.json"),
        CanvasDescription(label: "f. 1v", address: "http://a/2.jpg"),
      ])
  }

  /// More than one message holds, and more than a manifest may have.
  @Test func longManifestsArriveInPartsUpToALimit() throws {
    let canvas = #"{"images":[{"resource":{"@id":"http://a/p"}}]}"#
    func manifest(_ count: Int) -> String {
      """
      {"@context": "http://iiif.io/api/presentation/2/context.json", "@type": "sc:Manifest",
       "sequences": [{"canvases": [
      """ + Array(repeating: canvas, count: count).joined(separator: ",") + "]}]}"
    }
    #expect(try canvases(manifest(3000))?.count == 3000)
    #expect(try canvases(manifest(CanvasDescription.most + 10))?.count == CanvasDescription.most)
  }

  @Test func otherManifestsGiveASentence() throws {
    let context = #""@context": "http://iiif.io/api/presentation/3/context.json""#
    #expect(try code("{\(context), \"type\": \"Collection\"}") == .unsupported)
    #expect(try code("{\(context), \"type\": \"Manifest\", \"items\": []}") == .corrupt)
  }
}
