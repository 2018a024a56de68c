import Geometry
import Platform
import Testing
import Tiles
import Tiling

@testable import Providing

/// Tiles that are cut out of encoded pictures of other sizes.
@Suite("Parts of encoded pictures", .timeLimit(.minutes(30)))
struct PartTests {
  /// Decodes any bytes to a picture in which each pixel is its column and row.
  private final class NumberingDecoder: EncodedTileDecoding {
    var waiting: [EncodedTile] = []
    var seen: [EncodedTile] = []
    var isClosed = false
    var memoryBytes: Int { 0 }
    var nextDeadline: Double? { waiting.isEmpty ? nil : 0 }
    func submit(_ encoded: EncodedTile, now: Double) { waiting.append(encoded) }
    func cancel(_ id: UInt64, now: Double) {}
    func addDescriptors(to pollSet: inout PollSet) {}
    func close() { isClosed = true }

    func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult] {
      defer { waiting = [] }
      seen += waiting
      return waiting.map { tile in
        let pixels = OwnedPixels(count: tile.layout.byteCount)
        for index in 0..<tile.layout.byteCount / 4 {
          let stored = tile.layout.stored.width
          let bytes = [UInt8(index % stored), UInt8(index / stored), 0, 255]
          for (offset, byte) in bytes.enumerated() {
            pixels.base.storeBytes(of: byte, toByteOffset: index * 4 + offset, as: UInt8.self)
          }
        }
        return EncodedTileResult(id: tile.id, outcome: .pixels(pixels))
      }
    }
  }

  /// The tile of a 30 × 20 source, as the columns and rows of the picture that it shows.
  private func tile(
    overlap: Int, of picture: PixelSize, _ part: PixelRect
  ) throws -> (columns: [UInt8], rows: [UInt8], asked: EncodedTile?, failure: String?) {
    let decoder = NumberingDecoder()
    let source = try ProviderSource(
      id: SourceID(number: 1),
      levels: ProvidedLevels(
        Extent(width: 30, height: 20),
        scales: .rungs([SourceLevels.Rung(scale: 1, size: PixelSize(width: 30, height: 20))]),
        shape: TileShape(edge: 64, overlap: overlap)),
      provider: .calling { _ in .encodedPart([7], of: picture, part) },
      pictures: EncodedPictures(format: { _ in "any" }, makeDecoder: { _ in decoder }))
    defer { source.close() }
    let view = HandMadeView(source)
    let key = try #require(TileGrid(of: source.levels.exactLevel(scale: 1)).keys.first)
    view.want([key])
    try view.wait { !view.delivered.isEmpty || !view.failures.isEmpty }
    let bytes = view.pixels[key] ?? []
    let stored = 30 + 2 * overlap
    return (
      (0..<(bytes.isEmpty ? 0 : stored)).map { bytes[$0 * 4] },
      (0..<(bytes.isEmpty ? 0 : 20 + 2 * overlap)).map { bytes[$0 * stored * 4 + 1] },
      decoder.seen.first, view.failures.first?.sentence
    )
  }

  private func range(_ first: Int, _ last: Int) -> [UInt8] { (first...last).map { UInt8($0) } }

  @Test("The part's pixels are the tile")
  func cutting() throws {
    let part = PixelRect(minX: 3, minY: 2, maxX: 33, maxY: 22)
    let cut = try tile(overlap: 0, of: PixelSize(width: 40, height: 25), part)
    #expect(cut.columns == range(3, 32) && cut.rows == range(2, 21))
    #expect(cut.asked?.size == PixelSize(width: 40, height: 25))
  }

  @Test("The overlap is the surrounding pixels, or repeats the picture's edge")
  func overlap() throws {
    let inside = PixelRect(minX: 3, minY: 2, maxX: 33, maxY: 22)
    let cut = try tile(overlap: 1, of: PixelSize(width: 40, height: 25), inside)
    #expect(cut.columns == range(2, 33) && cut.rows == range(1, 22))
    let whole = PixelRect(PixelSize(width: 30, height: 20))
    let edge = try tile(overlap: 1, of: whole.size, whole)
    #expect(edge.columns == [0] + range(0, 29) + [29] && edge.rows == [0] + range(0, 19) + [19])
    let corner = PixelRect(minX: 1, minY: 0, maxX: 31, maxY: 20)
    let mixed = try tile(overlap: 2, of: PixelSize(width: 31, height: 23), corner)
    #expect(mixed.columns == [0, 0] + range(1, 30) + [30, 30])
    #expect(mixed.rows == [0, 0] + range(0, 21))
  }

  @Test("Idle decoders can end, and restart with the next picture")
  func endingDecoders() throws {
    var made: [NumberingDecoder] = []
    let source = try ProviderSource(
      id: SourceID(number: 1),
      levels: ProvidedLevels(
        Extent(width: 128, height: 20),
        scales: .rungs([SourceLevels.Rung(scale: 1, size: PixelSize(width: 128, height: 20))]),
        shape: TileShape(edge: 64, overlap: 0)),
      provider: .calling { .encodedPart([7], of: $0.size, PixelRect($0.size)) },
      pictures: EncodedPictures(
        format: { _ in "any" },
        makeDecoder: { _ in
          made.append(NumberingDecoder())
          return made[made.count - 1]
        }))
    defer { source.close() }
    let view = HandMadeView(source)
    let keys = TileGrid(of: source.levels.exactLevel(scale: 1)).keys
    view.want([keys[0]])
    try view.wait { view.delivered.count == 1 }
    source.endIdleDecoders()
    #expect(made.count == 1 && made[0].isClosed)
    view.want([keys[1]])
    try view.wait { !(made.last?.waiting.isEmpty ?? true) || view.delivered.count == 2 }
    source.endIdleDecoders()
    try view.wait { view.delivered.count == 2 }
    #expect(made.count == 2)
  }

  @Test("An impossible part fails with a sentence")
  func impossible() throws {
    let picture = PixelSize(width: 40, height: 25)
    for part in [
      PixelRect(minX: 11, minY: 0, maxX: 41, maxY: 20),
      PixelRect(minX: -1, minY: 0, maxX: 29, maxY: 20),
      PixelRect(minX: 0, minY: 0, maxX: 29, maxY: 20),
    ] {
      #expect(try tile(overlap: 0, of: picture, part).failure?.contains("40 × 25") == true)
    }
  }
}
