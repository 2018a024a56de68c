import DecoderProtocol
import Geometry
import Testing
import Tiles

@Suite struct Messages {
  @Test func theBytesOnTheWireNeverChange() {
    // Third-party decoders depend on them.
    #expect(
      DecoderMessage<PictureReport>.hello(Hello(library: "ab", libraryVersion: "1")).encoded
        == [10, 0, 0, 0, 129, 12, 0, 0, 0, 2, 97, 98, 1, 49])
    var info = SourceInfo(
      levels: SourceLevels(
        extent: Extent(width: 2, height: 1),
        scales: .ladder([.init(scale: 1, size: PixelSize(width: 2, height: 1))])),
      orientation: Orientation(exif: 6), frameCount: 3, isTimed: true, loops: 7, hasAlpha: true,
      headroom: 1, resolution: Point(x: 2, y: 1), pageNames: ["é", ""])
    info.decodesSlowly = true
    let (one, two): ([UInt8], [UInt8]) = (
      [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [0, 0, 0, 0, 0, 0, 0, 0x40]
    )
    #expect(
      PictureReport.info(info).encoded
        == [87, 0, 0, 0, 130] + two + one + [1] + one + [2, 0, 0, 0, 0, 0, 0, 0, 1]
        + [0, 0, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 1, 7, 0, 0, 0, 1, 0, 1, 0, 0] + one + two + one
        + [2, 0, 2, 0xC3, 0xA9, 0])
    #expect(
      PictureReport.frame(FrameTime(number: 1, microseconds: 20_000, isLast: true)).encoded
        == [14, 0, 0, 0, 138, 1, 0, 0, 0, 0x20, 0x4E, 0, 0, 0, 0, 0, 0, 1])
    #expect(
      PictureReport.metadata(Metadata(kind: .xmp, hasMore: true, bytes: [9])).encoded
        == [8, 0, 0, 0, 140, 2, 1, 1, 0, 0, 0, 9])
    #expect(
      PictureReport.headroom(2).encoded == [9, 0, 0, 0, 145, 0, 0, 0, 0, 0, 0, 0, 0x40])
    #expect(PictureReport.display(nil).encoded == [1, 0, 0, 0, 146])
    #expect(PictureReport.insteadUse(format: "A").encoded == [3, 0, 0, 0, 141, 1, 65])
    #expect(
      PictureReport.tileFailed(id: 3, CodecError(.corrupt, "H")).encoded
        == [11, 0, 0, 0, 142, 3, 0, 0, 0, 1, 1, 0, 0, 0, 72])
    #expect(
      HostMessage.profile(ArenaRange(offset: 1, count: 2)).encoded
        == [13, 0, 0, 0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0])
    #expect(PictureReport.tileReady(id: 7).encoded == [5, 0, 0, 0, 131, 7, 0, 0, 0])
    #expect(
      DecoderMessage<PictureReport>.progress(fraction: 1).encoded == [
        5, 0, 0, 0, 133, 0, 0, 128, 63,
      ])
    #expect(
      DecoderMessage<PictureReport>.failure(CodecError(.corrupt, "Hm.")).encoded
        == [9, 0, 0, 0, 134, 1, 3, 0, 0, 0, 72, 109, 46])
    #expect(PictureReport.cached.encoded == [1, 0, 0, 0, 135])
    #expect(
      PictureReport.noRoom(kept: PixelSize(width: 3, height: 258)).encoded == [
        9, 0, 0, 0, 136, 3, 0, 0, 0, 2, 1, 0, 0,
      ])
    #expect(HostMessage.cancel(id: 258).encoded == [5, 0, 0, 0, 3, 2, 1, 0, 0])
    #expect(HostMessage.close.encoded == [1, 0, 0, 0, 4])
    let key = TileKey(level: Level(size: PixelSize(width: 300, height: 2)), column: 1, row: 0)
    #expect(
      HostMessage.tile(TileRequest(id: 1, key: key, quality: .exact, slot: 2)).encoded
        == [48, 0, 0, 0, 2, 1, 0, 0, 0, 44, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1]
        + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0])
  }

  @Test func aLongSentenceIsCutBetweenCharacters() throws {
    let failure = CodecError(.other, "x" + String(repeating: "漢", count: 1000))
    let encoded = DecoderMessage<PictureReport>.failure(failure).encoded
    guard case .failure(let read) = try DecoderMessage<PictureReport>(payload: encoded[4...]) else {
      Issue.record("it is no failure any more")
      return
    }
    #expect(read.sentence == "x" + String(repeating: "漢", count: 341))
  }

  @Test func pageNamesAreCutToFitAMessage() throws {
    let info = SourceInfo(
      levels: SourceLevels(raster: PixelSize(width: 1, height: 1)), frameCount: 2000,
      pageNames: (0..<2000).map { "page \($0) " + String(repeating: "漢", count: 200) })
    let encoded = PictureReport.info(info).encoded
    #expect(encoded.count <= 4 + WireFormat.longestMessage)
    guard case .report(.info(let read)) = try DecoderMessage<PictureReport>(payload: encoded[4...])
    else {
      Issue.record("it is no info any more")
      return
    }
    #expect(read.pageNames.count > 150)
    #expect(read.pageNames[7] == "page 7 " + String(repeating: "漢", count: 82))
    let short = SourceInfo(
      levels: SourceLevels(raster: PixelSize(width: 1, height: 1)),
      pageNames: (0..<2000).map { "\($0)" })
    guard
      case .report(.info(let cut)) = try DecoderMessage<PictureReport>(
        payload: PictureReport.info(short).encoded[4...])
    else { return }
    #expect(cut.pageNames.count == WireFormat.mostPageNames)
  }

  @Test func anUnknownPreviewKindIsRefused() {
    var encoded = PictureReport.info(SourceInfo(size: PixelSize(width: 9, height: 9))).encoded
    // After the size, the range of scales, the orientation, the frame count and five more fields.
    let place = 4 + 1 + 16 + 9 + 1 + 4 + 1 + 4 + 3
    encoded[place] = 4
    #expect(throws: Never.self) { try DecoderMessage<PictureReport>(payload: encoded[4...]) }
    encoded[place] = 5
    #expect(throws: WireError.badValue("preview")) {
      try DecoderMessage<PictureReport>(payload: encoded[4...])
    }
  }

  @Test func aHelloOfAnotherVersionIsReadUpToItsNumber() throws {
    let payload: [UInt8] = [129, 2, 0, 0, 0, 9, 9, 9]
    #expect(try DecoderMessage<PictureReport>(payload: payload[...]) == .hello(Hello(version: 2)))
  }

  @Test func invalidOpenRequestsAreRefused() {
    var request = OpenRequest(arenaBytes: 1, slotCount: 1, surfaceEdge: 1)
    request.pixelKinds = .rgba16f
    var encoded = HostMessage.open(request).encoded
    #expect(throws: WireError.badValue("pixel kinds")) {
      try HostMessage(payload: encoded[4...])
    }
    request.pixelKinds = .rgba8
    request.shape = TileShape(edge: 256, overlap: 2)
    encoded = HostMessage.open(request).encoded
    #expect(throws: WireError.badValue("overlap")) { try HostMessage(payload: encoded[4...]) }
    request.shape = .usual
    request.profile = ArenaRange(offset: 0, count: WireFormat.longestProfile + 1)
    encoded = HostMessage.open(request).encoded
    #expect(throws: WireError.badValue("profile")) { try HostMessage(payload: encoded[4...]) }
  }

  @Test func bytesBeyondTheSlotsAreChecked() {
    #expect(ArenaRange(offset: 10, count: 5).lies(behind: 10, inside: 15))
    #expect(!ArenaRange(offset: 9, count: 5).lies(behind: 10, inside: 15))
    #expect(!ArenaRange(offset: 11, count: 5).lies(behind: 10, inside: 15))
    #expect(!ArenaRange(offset: Int.max, count: 5).lies(behind: 10, inside: Int.max))
  }

  @Test func aSentenceInInvalidUTF8IsRepaired() throws {
    let payload: [UInt8] = [134, 1, 2, 0, 0, 0, 0xFF, 0x41]
    #expect(
      try DecoderMessage<PictureReport>(payload: payload[...])
        == .failure(CodecError(.corrupt, "\u{FFFD}A")))
  }

  /// A message of one service is invalid for another.
  @Test func aMessageOfAnotherServiceHasAnUnknownType() {
    let tile = PictureReport.tileReady(id: 7).encoded[4...]
    #expect(throws: Never.self) { try DecoderMessage<EncodedReport>(payload: tile) }
    #expect(throws: WireError.unknownType(131)) { try DecoderMessage<ArchiveReport>(payload: tile) }
    #expect(throws: WireError.unknownType(131)) {
      try DecoderMessage<DescriptionReport>(payload: tile)
    }
    let member = ArchiveReport.member(id: 7, byteCount: 3).encoded[4...]
    #expect(throws: WireError.unknownType(149)) {
      try DecoderMessage<PictureReport>(payload: member)
    }
    let info = PictureReport.info(SourceInfo(size: PixelSize(width: 1, height: 1))).encoded[4...]
    #expect(throws: WireError.unknownType(130)) { try DecoderMessage<EncodedReport>(payload: info) }
    #expect(throws: WireError.unknownType(130)) {
      try DecoderMessage<SoftProofReport>(payload: info)
    }
  }

  @Test func aTileOutsideItsLevelIsRefused() {
    for (column, row) in [(2, 0), (0, 1), (Int(UInt32.max), 0)] {
      let key = TileKey(
        level: Level(size: PixelSize(width: 300, height: 200)), column: column, row: row)
      let encoded = HostMessage.tile(
        TileRequest(id: 1, key: key, quality: .exact, slot: 0)
      ).encoded
      #expect(throws: WireError.badValue("tile")) { try HostMessage(payload: encoded[4...]) }
    }
  }

  @Test func everySlotHoldsAnyTile() {
    let full = TileLayout(
      area: PixelSize(width: TileShape.usual.edge, height: TileShape.usual.edge))
    #expect(full.byteCount <= TileShape.usual.slotBytes)
    #expect(TileShape.usual.slotBytes % 4096 == 0)
    let level = Level(size: PixelSize(width: 1000, height: 257))
    #expect(
      TileKey(level: level, column: 3, row: 1).area
        == PixelRect(minX: 768, minY: 256, maxX: 1000, maxY: 257))
    #expect(TileKey(level: level, column: Int.max, row: 0).area.isEmpty)
    #expect(TileKey(level: level, column: -1, row: 0).area.isEmpty)
  }

  @Test func levelsRoundAndNeverEnlarge() {
    let picture = PixelSize(width: 6000, height: 4001)
    #expect(Level(of: picture, scale: 0.25).size == PixelSize(width: 1500, height: 1000))
    #expect(Level(of: picture, scale: 3).size == picture)
    let dot = PixelSize(width: 1, height: 1)
    for scale in [0, -1, 1e-9, .nan, -.infinity] {
      #expect(Level(of: picture, scale: scale).size == dot)
    }
  }
}
