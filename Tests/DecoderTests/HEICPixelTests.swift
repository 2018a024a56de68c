import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// HEIC files of every kind, compared with libheif in the tests' process.
@Suite struct HEICPixelTests {
  private func decode(_ bytes: [UInt8]) throws -> (SourceInfo, Pixels) {
    try DecoderClient.decode(.heic, PictureFile(bytes))
  }

  @Test(arguments: [8, 10, 12], ["420", "422", "444"])
  func pixelsEqualTheLibrarys(_ depth: Int, _ chroma: String) throws {
    for hasAlpha in [false, true] {
      var writer = HEICWriter()
      writer.depth = depth
      writer.chroma = chroma
      writer.hasAlpha = hasAlpha
      let bytes = writer.bytes()
      let (info, pixels) = try decode(bytes)
      #expect(info.size == writer.size)
      #expect(info.hasAlpha == hasAlpha)
      #expect(info.frameCount == 1)
      // Half a step of rounding; the pixels are premultiplied.
      #expect(HEICReference(bytes).difference(pixels) <= 1)
    }
  }

  @Test func losslessPicturesEqualTheSamples() throws {
    var writer = HEICWriter()
    writer.chroma = "444"
    writer.isLossless = true
    writer.points = (primaries: 1, transfer: 13, matrix: 0)  // red, green and blue themselves
    let (_, pixels) = try decode(writer.bytes())
    let samples = writer.samples()
    #expect(
      samples.indices.allSatisfy { index in
        index % 4 == 3 ? pixels.bytes[index] == 255 : pixels.bytes[index] == samples[index]
      })
  }

  @Test func greyPicturesAreGrey() throws {
    var writer = HEICWriter()
    writer.isGray = true
    let bytes = writer.bytes()
    let (_, pixels) = try decode(bytes)
    #expect(HEICReference(bytes).difference(pixels) <= 0.51)
    #expect((0..<20).allSatisfy { Set(pixels.pixel($0, 7).prefix(3)).count == 1 })
  }

  @Test func premultipliedColoursAreDividedOnce() throws {
    var writer = HEICWriter()
    writer.hasAlpha = true
    writer.isPremultiplied = true
    let bytes = writer.bytes()
    let (_, pixels) = try decode(bytes)
    // libheif leaves colours premultiplied, so the comparison premultiplies ours again.
    #expect(HEICReference(bytes).difference(pixels, isPremultiplied: true) <= 1)
  }

  @Test(arguments: 1...8)
  func thePictureIsTurnedOnce(_ orientation: Int) throws {
    var writer = HEICWriter()
    writer.orientation = orientation
    // Phones write both: EXIF's orientation doesn't count.
    writer.exif = Exif.block(orientation: orientation, isLittle: false)
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.size == EXIFPlace.size(writer.size, orientation))
    #expect(info.orientation == .identity)
    #expect(HEICReference(bytes).difference(pixels) <= 0.51)
    // libheif's orientation is the right one.
    var plain = HEICWriter()
    plain.exif = writer.exif
    let (_, stored) = try decode(plain.bytes())
    for (x, y) in [(0, 0), (69, 0), (0, 45), (33, 21)] {
      let place = EXIFPlace.pixel(x, y, of: writer.size, orientation)
      let turned = pixels.pixel(place.x, place.y)
      #expect(
        zip(turned, stored.pixel(x, y)).allSatisfy { abs(Int($0) - Int($1)) <= 12 },
        "\(x) \(y)")
    }
  }

  static let oddSizes = [(1, 1), (1, 2), (2, 1), (3, 5), (17, 3), (5, 131), (3, 1400)]

  @Test(arguments: oddSizes)
  func oddSizesAreComplete(_ sides: (Int, Int)) throws {
    var writer = HEICWriter()
    writer.size = PixelSize(width: sides.0, height: sides.1)
    writer.hasAlpha = true
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.size == writer.size)
    #expect(HEICReference(bytes).difference(pixels) <= 1)
  }

  @Test(arguments: [nil, 0, 1, 2, 3], [nil, 0, 1])
  func aPhonesGridIsOnePicture(_ rotation: Int?, _ mirror: Int?) throws {
    var writer = HEICGridWriter()
    writer.rotation = rotation
    writer.mirror = mirror
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    #expect(info.frameCount == 1)
    let isTurned = (rotation ?? 0) % 2 == 1
    #expect(info.size == (isTurned ? writer.size.transposed : writer.size))
    #expect(HEICReference(bytes).difference(pixels) <= 0.51)
  }

  @Test func tilesAreNotPages() throws {
    var writer = HEICGridWriter()
    writer.hidesTiles = false
    let (info, _) = try decode(writer.bytes())
    #expect(info.frameCount == 1)
  }

  @Test func aProfileApplies() throws {
    var writer = HEICWriter()
    writer.color = [250, 30, 40, 255]
    writer.profile = SwappedProfile.bytes(padding: 100)
    let (_, pixels) = try decode(writer.bytes())
    let pixel = pixels.pixel(20, 20)
    #expect(pixel[0] < 60 && pixel[2] > 240, "\(pixel)")
  }

  @Test func codePointsApply() throws {
    // Linear light: half of it is 188 in sRGB.
    var writer = HEICWriter()
    writer.color = [128, 128, 128, 255]
    writer.points = (primaries: 1, transfer: 8, matrix: 6)
    let (_, linear) = try decode(writer.bytes())
    #expect(abs(Int(linear.pixel(9, 9)[0]) - 188) <= 1)
    writer.points = nil
    let (_, plain) = try decode(writer.bytes())
    #expect(abs(Int(plain.pixel(9, 9)[0]) - 128) <= 1)
  }

  @Test func picturesArePagesWithThePrimaryFirst() throws {
    var writer = HEICWriter()
    writer.pages = (count: 3, primary: 1)
    let bytes = writer.bytes()
    for (page, picture) in [1, 0, 2].enumerated() {
      let client = try DecoderClient(.heic, PictureFile(bytes))
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3)
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(HEICReference(bytes, page: picture).difference(pixels) <= 0.51)
    }
    let client = try DecoderClient(.heic, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) {
      try client.open(frame: 3)
    }
  }

  @Test func theArenaGivesTheSameTile() throws {
    var writer = HEICWriter()
    writer.hasAlpha = true
    writer.orientation = 6
    let bytes = writer.bytes()
    let (info, pixels) = try decode(bytes)
    let tile = try DecoderClient.decodeThroughArena(.heic, bytes, size: info.size)
    #expect(tile == pixels)
    // The bytes after it belong to another picture.
    #expect(throws: CodecError.self) {
      try DecoderClient.decodeThroughArena(.heic, Array(bytes.dropLast(30)), size: info.size)
    }
  }

  @Test func anAVIFIsRefused() throws {
    let bytes = AVIFWriter().bytes()
    let client = try DecoderClient(.heic, PictureFile(bytes))
    guard case .hello? = try client.receive() else {
      Issue.record("no hello")
      return
    }
    client.send(
      .open(OpenRequest(arenaBytes: client.arena.count, slotCount: 64, surfaceEdge: 1280)))
    let answer = try client.receive()
    guard case .report(.insteadUse(format: "AVIF"))? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    client.send(.close)
    #expect(client.process.waitForEnd() == .status(0))
    // From the arena it can't be passed to another decoder.
    #expect(throws: CodecError(.unsupported, "the file is in another format, AVIF")) {
      try DecoderClient.decodeThroughArena(.heic, bytes, size: PixelSize(width: 70, height: 46))
    }
  }

  @Test func anAV1PictureWithoutTheAVIFBrandDecodes() throws {
    // libavif reads no file without the brand.
    var bytes = AVIFWriter().bytes()
    let head = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    for place in stride(from: 8, to: head, by: 4)
    where bytes[place..<place + 4].elementsEqual("avif".utf8) {
      bytes.replaceSubrange(place..<place + 4, with: "mif1".utf8)
    }
    let (_, pixels) = try decode(bytes)
    #expect(HEICReference(bytes).difference(pixels) <= 0.51)
  }

  /// libheif's reads show the progress of a grid; it reports nothing about one large picture.
  @Test(arguments: [true, false]) func progressCountsTheTiles(isGrid: Bool) throws {
    let edge = 2560
    var grid = HEICGridWriter()
    (grid.columns, grid.rows) = (10, 10)
    grid.tile = PixelSize(width: edge / 10, height: edge / 10)
    grid.size = PixelSize(width: edge, height: edge)
    grid.repeatsTile = true
    var single = HEICWriter()
    single.size = grid.size
    let client = try DecoderClient(.heic, PictureFile(isGrid ? grid.bytes() : single.bytes()))
    _ = try client.open()
    let level = Level(size: PixelSize(width: 200, height: 200))
    _ = try client.pixels(of: level, in: PixelRect(level.size))
    #expect(client.progress == client.progress.sorted())
    let isTold = client.progress.contains { $0 > 0.05 && $0 < 0.89 }
    #expect(isTold == isGrid, "\(client.progress)")
  }

  @Test func aDamagedFileGivesOneSentence() throws {
    let bytes = HEICWriter().bytes()
    #expect(
      throws: CodecError(
        .corrupt, "the file ends too early; no part of the picture can be shown")
    ) {
      try decode(Array(bytes.prefix(bytes.count * 3 / 4)))
    }
    #expect(throws: CodecError.self) { try decode(Array(bytes.prefix(100))) }
    #expect(throws: CodecError.self) { try decode(Array("no picture at all".utf8)) }
  }

  @Test func hugeSizesAreRefused() throws {
    var writer = HEICGridWriter()
    writer.size = PixelSize(width: 24000, height: 24000)
    #expect {
      try decode(writer.bytes())
    } throws: { error in
      (error as? CodecError)?.sentence.hasPrefix(
        "the picture is too large to be decoded: 24000 × 24000 pixels") == true
    }
  }

  /// Compares parts of a grid that repeats one tile, at 100 %, with that tile alone.
  private func expectTiles(_ writer: HEICGridWriter, at places: [(Int, Int)]) throws {
    var single = HEICWriter()
    single.size = writer.tile
    single.seed = 1
    let (_, tile) = try decode(single.bytes())
    let client = try DecoderClient(.heic, PictureFile(writer.bytes()))
    let info = try client.open()
    // The rotation is counterclockwise.
    let orientation = [1, 8, 3, 6][writer.rotation ?? 0]
    try #require(info.size == EXIFPlace.size(writer.size, orientation))
    for (left, top) in places {
      let area = PixelRect(minX: left, minY: top, maxX: left + 40, maxY: top + 30)
      let first = EXIFPlace.pixel(area.minX, area.minY, of: writer.size, orientation)
      let last = EXIFPlace.pixel(area.maxX - 1, area.maxY - 1, of: writer.size, orientation)
      let shown = PixelRect(
        minX: min(first.x, last.x), minY: min(first.y, last.y), maxX: max(first.x, last.x) + 1,
        maxY: max(first.y, last.y) + 1)
      let pixels = try client.pixels(of: info.levels.exactLevel(scale: 1), in: shown)
      var worst = 0
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX {
          let place = EXIFPlace.pixel(x, y, of: writer.size, orientation)
          let found = pixels.pixel(place.x - shown.minX, place.y - shown.minY)
          let wanted = tile.pixel(x % writer.tile.width, y % writer.tile.height)
          for (one, other) in zip(found, wanted) { worst = max(worst, abs(Int(one) - Int(other))) }
        }
      }
      #expect(worst == 0, "\(left), \(top)")
    }
  }

  /// More megapixels than are decoded whole if libheif can decode tile by tile: seams, and the last
  /// tiles, which extend beyond the canvas.
  @Test(arguments: [nil, 3]) func aLargeGridIsDecodedTileByTile(_ rotation: Int?) throws {
    var writer = HEICGridWriter()
    (writer.columns, writer.rows) = (14, 15)
    writer.tile = PixelSize(width: 510, height: 510)
    writer.size = PixelSize(width: 7100, height: 7600)
    writer.repeatsTile = true
    writer.rotation = rotation
    try expectTiles(writer, at: [(0, 0), (500, 1000), (5080, 500), (7060, 7560), (3, 7570)])
  }

  /// Phones' pictures of 200 megapixels, upright or not: libheif holds them once.
  @Test(arguments: [3] as [Int?]) func picturesOf200MegapixelsDecode(_ rotation: Int?) throws {
    var writer = HEICGridWriter()
    (writer.columns, writer.rows) = (24, 32)
    writer.tile = PixelSize(width: 510, height: 510)
    writer.size = PixelSize(width: 12240, height: 16320)
    writer.repeatsTile = true
    writer.rotation = rotation
    // The corner of four tiles, near the end. Debian 12's libheif decodes everything for it.
    try expectTiles(writer, at: [(11720, 15800)])
  }

  /// The file's boxes are complete, but one declares that the picture's data continues beyond them.
  @Test func anUnreadableCompleteFileIsNotCalledTruncated() throws {
    var bytes = HEICWriter().bytes()
    let data = try #require(
      bytes.indices.dropLast(4).last { bytes[$0..<$0 + 4].elementsEqual("mdat".utf8) })
    bytes.removeLast((bytes.count - data) / 2)
    let count = bytes.count - data + 4
    bytes.replaceSubrange(
      data - 4..<data, with: (0..<4).map { UInt8(count >> (24 - 8 * $0) & 255) })
    let failure = #expect(throws: CodecError.self) { try decode(bytes) }
    let sentence = failure?.sentence ?? ""
    #expect(sentence.hasPrefix("the HEIF file is damaged"), "\(sentence)")
  }
}
