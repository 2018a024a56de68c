import DecoderProtocol
import Geometry
import Testing
import Tiles

@Suite struct Messages {
  @Test func theBytesOnTheWireStayAsTheyAre() {
    // Decoders of other makers depend on them.
    #expect(DecoderMessage.hello(version: 1).encoded == [5, 0, 0, 0, 129, 1, 0, 0, 0])
    #expect(
      DecoderMessage.info(
        SourceInfo(size: PixelSize(width: 258, height: 3), hasAlpha: true)
      ).encoded
        == [17, 0, 0, 0, 130, 2, 1, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0])
    #expect(DecoderMessage.tileReady(id: 7).encoded == [5, 0, 0, 0, 131, 7, 0, 0, 0])
    #expect(DecoderMessage.progress(fraction: 1).encoded == [5, 0, 0, 0, 133, 0, 0, 128, 63])
    #expect(
      DecoderMessage.failure(DecodeFailure(.corrupt, "Hm.")).encoded
        == [9, 0, 0, 0, 134, 1, 3, 0, 0, 0, 72, 109, 46])
    #expect(DecoderMessage.setAside.encoded == [1, 0, 0, 0, 135])
    #expect(
      DecoderMessage.noRoom(kept: PixelSize(width: 3, height: 258)).encoded == [
        9, 0, 0, 0, 136, 3, 0, 0, 0, 2, 1, 0, 0,
      ])
    #expect(HostMessage.cancel(id: 258).encoded == [5, 0, 0, 0, 3, 2, 1, 0, 0])
    #expect(HostMessage.close.encoded == [1, 0, 0, 0, 4])
    let key = TileKey(level: Level(size: PixelSize(width: 300, height: 2)), column: 1, row: 0)
    #expect(
      HostMessage.tile(TileRequest(id: 1, key: key, quality: .exact, slot: 2)).encoded
        == [26, 0, 0, 0, 2, 1, 0, 0, 0, 44, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
        + [2, 0, 0, 0])
  }

  @Test func aLongSentenceIsCutBetweenCharacters() throws {
    let failure = DecodeFailure(.other, "x" + String(repeating: "漢", count: 1000))
    let encoded = DecoderMessage.failure(failure).encoded
    guard case .failure(let read) = try DecoderMessage(payload: encoded[4...]) else {
      Issue.record("it is no failure any more")
      return
    }
    #expect(read.sentence == "x" + String(repeating: "漢", count: 341))
  }

  @Test func aBrokenSentenceIsReadable() throws {
    let payload: [UInt8] = [134, 1, 2, 0, 0, 0, 0xFF, 0x41]
    #expect(
      try DecoderMessage(payload: payload[...]) == .failure(DecodeFailure(.corrupt, "\u{FFFD}A")))
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

  @Test func everySlotHoldsEveryTile() {
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
