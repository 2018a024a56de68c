import Fetching
import Geometry
import Platform
import TestSupport
import Testing
import TilePlaces

@testable import Decoding

/// Web addresses: which names count as one, their titles, and the places of their tiles.
@Suite struct WebNameTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func onlyAddressesCountAsAddresses() {
    for name in ["http://a/b", "https://a", "HTTPS://A/b"] {
      #expect(WebName.isAddress(Array(name.utf8)), "\(name)")
    }
    for name in ["./http://a/b", "http:/a", "https://", "ftp://a", "http", "/http://a", "-"] {
      #expect(!WebName.isAddress(Array(name.utf8)), "\(name)")
    }
  }

  @Test(arguments: [
    ("https://a.org/x/picture.dzi?t=1", "picture.dzi"),
    ("https://a.org/iiif/photo/info.json", "photo"),
    ("http://u:p@a.org/", "a.org"), ("http://a.org/maps/{z}/{x}/{y}.png", "maps"),
    ("http://a.org/x/ImageProperties.xml", "x"),
    ("http://a.org/iipsrv.fcgi?QLT=9&FIF=/deep/picture.tif", "picture.tif"),
  ])
  func titlesComeFromTheAddress(address: String, title: String) {
    #expect(text(WebName.title(Array(address.utf8))) == title)
  }

  @Test func passwordsAreHidden() {
    func shown(_ text: String) -> String { self.text(WebName.shown(Array(text.utf8))) }
    #expect(shown("http://ann:secret@a.org/x@y") == "http://a.org/x@y")
    #expect(shown("http://a.org/x@y") == "http://a.org/x@y")
  }

  /// A query may be a token; sentences are shown, logged and sent along with reports.
  @Test(arguments: [
    ("http://ann:secret@a.org/x.dzi?token=hidden#z", "http://a.org/x.dzi"),
    ("http://a.org/iip?FIF=/p.tif&token=hidden", "http://a.org/iip?FIF=/p.tif"),
    ("http://a.org/{z}/{x}/{y}.png#300x200", "http://a.org/{z}/{x}/{y}.png#300x200"),
    ("http://a.org/{z}/{x}/{y}.png?key=hidden#300x200", "http://a.org/{z}/{x}/{y}.png"),
    ("what?.png", "what?.png"),
  ])
  func queriesAreLeftOutOfSentences(address: String, sentence: String) {
    #expect(text(WebName.inSentences(Array(address.utf8))) == sentence)
  }

  private func bases(_ address: String, _ description: TileDescription) -> [TileBase] {
    WebPlace(address, isPublic: true, pool: FetchPool()).bases(of: description)
  }

  @Test func tilesAreBesideTheirDescription() {
    let size = PixelSize(width: 9, height: 9)
    let zoom = TileDescription(
      size: size, layout: .deepZoom(edge: 256, overlap: 0, format: "png"))
    #expect(
      bases("http://a/x/p.dzi?t=/1#z", zoom) == [
        TileBase(prefix: "http://a/x/p_files/", suffix: "?t=/1")
      ])
    #expect(
      bases("http://a/iip?DeepZoom=d/p.tif.dzi", zoom) == [
        TileBase(prefix: "http://a/iip?DeepZoom=d/p.tif_files/", suffix: "")
      ])
    let zoomify = TileDescription(size: size, layout: .zoomify(edge: 256, tileCount: 0))
    #expect(
      bases("http://a/iip?Zoomify=/p/ImageProperties.xml", zoomify) == [
        TileBase(prefix: "http://a/iip?Zoomify=/p/", suffix: "")
      ])
    var iiif = TileDescription(size: size, layout: .iiif(version: 3, sets: [], formats: []))
    let own = TileBase(prefix: "http://a/x/", suffix: "")
    #expect(bases("http://a/x/info.json", iiif) == [own])
    iiif.service = "https://b/y"
    #expect(
      bases("http://a/x/info.json", iiif) == [TileBase(prefix: "https://b/y/", suffix: ""), own])
    iiif.service = "http://a/x"
    #expect(bases("http://a/x/info.json", iiif) == [own])
  }

  @Test func imagingServersGetTheirQueries() {
    let asked = "obj=IIP,1.0&obj=Max-size&obj=Tile-size&obj=Resolution-number"
    #expect(
      InternetImaging.description(of: "http://a/iip?fif=/p.tif&QLT=9")
        == "http://a/iip?fif=/p.tif&QLT=9&\(asked)")
    for other in [
      "http://a/iip?FIF=", "http://a/iip", "http://a/FIF=/p.tif", "http://a/iip?FIF=p&CVT=jpeg",
      "http://a/iip?FIF=p&JTL=1,2", "http://a/iip?FIF=p&OBJ=Max-size", "http://a/iip?XFIF=p",
    ] {
      #expect(InternetImaging.description(of: other) == nil, "\(other)")
    }
    let description = TileDescription(
      size: PixelSize(width: 9, height: 9),
      layout: .internetImaging(tile: PixelSize(width: 256, height: 256), levels: 1))
    #expect(
      bases("http://a/iip?FIF=/p.tif&QLT=9&\(asked)#x", description) == [
        TileBase(prefix: "http://a/iip?FIF=/p.tif&QLT=9&", suffix: "")
      ])
  }

  /// A description is read as a whole; a picture may take what the disk has.
  @Test(arguments: [
    ("<?xml version=\"1.0\"?><Image xmlns=\"http://schemas.microsoft.com/deepzoom/2008\"/>", true),
    ("{\"@context\": \"http://iiif.io/api/presentation/3/context.json\", \"Manifest\"}", true),
    ("<IMAGE_PROPERTIES WIDTH=\"1\" HEIGHT=\"1\"/>", true), ("PK\u{3}\u{4}", false),
    ("GIF89a", false), ("", false),
  ])
  func onlyDescriptionsHaveALimit(start: String, hasLimit: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("start", Array(start.utf8))
    let file = try FileDescriptor.openForReading(Array(path.utf8))
    let limit = WebOpening.limit(ofFile: file.number)
    #expect(limit == (hasLimit ? 16 << 20 : nil))
  }

  @Test func templatesAreValidated() throws {
    #expect(NamedTiles("http://a/x/info.json") == nil)
    for bad in ["#big", "#", "#3000", "#3000x", "#3000x2000@", "#3000x2000@9@9", "#3x2x1"] {
      let tiles = try #require(NamedTiles("http://a/{z}/{x}/{y}.png" + bad))
      #expect(throws: TilePlacesError.noTemplateSize, "\(bad)") { try tiles.places }
    }
    let map = try #require(NamedTiles("http://{s}.a/{z}/{x}/{-y}.png"))
    let places = try map.places
    #expect(places.rungs.count == 15)
    #expect(
      places.place(rung: 1, column: 1, row: 0)?.paths == ["http://b.a/1/1/1.png"])
    let picture = try #require(NamedTiles("http://a/{z}/{x}/{y}.png#3000x2000"))
    #expect(try picture.places.size == PixelSize(width: 3000, height: 2000))
    let large = try #require(NamedTiles("a/b{z}/c_{column}_{row}.png#3000x2000@512"))
    let (folder, below) = try large.placesInFolder
    #expect(folder == "a/")
    // The last tile is cropped, not padded: 3000 is 5 × 512 + 440.
    let last = below.place(rung: 3, column: 5, row: 0)
    #expect(last?.paths == ["b3/c_5_0.png"])
    #expect(last?.picture == PixelSize(width: 440, height: 512))
  }
}
