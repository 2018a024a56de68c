import Geometry
import Platform
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Encoded pictures of tiles", .timeLimit(.minutes(30)))
struct EncodedTests {
  /// Decodes one-byte pictures, each a colour, on demand; 0 is invalid.
  private final class FakeDecoder: EncodedTileDecoding {
    var waiting: [EncodedTile] = []
    var cancelled: [UInt64] = []
    var isClosed = false
    var isHeld = true

    var memoryBytes: Int { waiting.count }
    var nextDeadline: Double? { isHeld || waiting.isEmpty ? nil : 0 }
    func submit(_ encoded: EncodedTile, now: Double) { waiting.append(encoded) }
    func cancel(_ id: UInt64, now: Double) { cancelled.append(id) }
    func addDescriptors(to pollSet: inout PollSet) {}
    func close() { isClosed = true }

    func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult] {
      guard !isHeld else { return [] }
      defer { waiting = [] }
      // Answers cancelled requests too: a late reply must be ignored.
      return waiting.map { tile in
        let value = tile.bytes[1]
        if value == 0 {
          return EncodedTileResult(id: tile.id, outcome: .failed("not a picture"))
        }
        let pixels = OwnedPixels(count: value == 1 ? 4 : tile.layout.byteCount)
        pixels.base.initializeMemory(as: UInt8.self, repeating: value, count: pixels.count)
        return EncodedTileResult(id: tile.id, outcome: .pixels(pixels))
      }
    }
  }

  private struct NoDecoder: Error, CustomStringConvertible {
    var description: String { "there is no decoder for it" }
  }

  private final class FakePool {
    var decoders: [String: FakeDecoder] = [:]
    var pictures: EncodedPictures {
      EncodedPictures { bytes in
        switch bytes.first {
        case 0xAA: "A"
        case 0xBB: "B"
        case 0xCC: "C"
        default: nil
        }
      } makeDecoder: { name in
        if name == "C" { throw NoDecoder() }
        precondition(self.decoders[name] == nil, "one decoder for each format")
        let decoder = FakeDecoder()
        self.decoders[name] = decoder
        return decoder
      }
    }
  }

  private func keys(_ source: ProviderSource) -> [TileKey] {
    TileGrid(of: source.levels.exactLevel(scale: 1)).keys
  }

  @Test("Each format has one decoder, and each picture its tile")
  func decoding() throws {
    let pool = FakePool()
    let provider = NumberedTiles { request in
      switch request.column {
      case 0: .encoded([0xAA, 50])
      case 1: .encoded([0xBB, 60])
      case 2: .encoded([0xAA, 0])
      case 3: .encoded([0xCC, 70])
      case 4: .encoded([0xDD, 80])
      case 5: .encoded([0xAA, 1])
      case 6: .encoded([])
      default: nil
      }
    }
    let source = try ProviderSource(
      Extent(width: 2048, height: 200), .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0), provider,
      pictures: pool.pictures)
    let view = HandMadeView(source)
    let keys = keys(source)
    view.want(keys)
    try view.wait { view.delivered.count == 1 && view.failures.count == 3 }
    #expect(Set(view.failures.map(\.key.column)) == [3, 4, 6])
    #expect(pool.decoders["A"]?.waiting.count == 3 && pool.decoders["B"]?.waiting.count == 1)
    #expect(pool.decoders["A"]?.waiting.first?.size == PixelSize(width: 256, height: 200))
    #expect(source.memoryBytes == 4, "what decoders hold counts")
    for decoder in pool.decoders.values { decoder.isHeld = false }
    try view.wait { view.delivered.count == 3 && view.failures.count == 5 }
    #expect(view.pixels[keys[0]]?.allSatisfy { $0 == 50 } == true)
    #expect(view.pixels[keys[1]]?.allSatisfy { $0 == 60 } == true)
    #expect(view.failures.contains { $0.key == keys[2] && $0.sentence == "not a picture" })
    #expect(
      view.failures.contains { $0.key == keys[3] && $0.sentence == "there is no decoder for it" })
    source.close()
    #expect(pool.decoders.values.allSatisfy { $0.isClosed })
  }

  @Test("Unwanted pictures are cancelled, and a late answer is dropped")
  func cancelling() throws {
    let pool = FakePool()
    let provider = NumberedTiles { _ in .encoded([0xAA, 50]) }
    let source = try ProviderSource(
      Extent(width: 2048, height: 200), .ladder(levelsOfDetail: 1, levelsOfDetailBias: 0),
      threads: 1, provider, pictures: pool.pictures)
    defer { source.close() }
    let view = HandMadeView(source)
    let keys = keys(source)
    view.want(Array(keys.prefix(3)))
    try view.wait { pool.decoders["A"]?.waiting.count == 3 }
    let decoder = try #require(pool.decoders["A"])
    view.want([keys[2]])
    #expect(decoder.cancelled.sorted() == decoder.waiting.prefix(2).map(\.id).sorted())
    source.invalidate(Rect(minX: 0, minY: 0, maxX: 3000, maxY: 300))
    #expect(decoder.cancelled.count == 3)
    decoder.isHeld = false
    try view.wait { view.delivered.count == 1 }
    #expect(view.delivered == [keys[2]] && provider.asked.count == 4)
  }
}
