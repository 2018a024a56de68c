import Geometry
import Testing
import Tiles

@testable import Rendering

/// The pictures that software drawing reads from, and the memory that it keeps for a motion.
struct CopiedPicturesTests {
  private let level = Level(size: PixelSize(width: 1000, height: 500))
  private let picture = SourceID(number: 1)
  private let counters = RenderCounters()

  private func tile(
    _ column: Int, _ quality: TileQuality = .exact, frame: Int = 0, filled value: UInt8
  ) -> Tile {
    let key = TileKey(level: level, column: column, row: 0, frame: frame)
    let pixels = OwnedPixels(count: key.layout.byteCount)
    pixels.base.initializeMemory(as: UInt8.self, repeating: value, count: pixels.count)
    return Tile(source: picture, key: key, quality: quality, pixels: pixels)
  }

  private func put(_ tile: Tile, into copies: inout CopiedPictures) {
    let isTaken = copies.add(tile, counters)
    #expect(isTaken)
  }

  private func bytes(_ key: TileKey, in copies: CopiedPictures) -> Set<UInt8> {
    copies[picture][key]?.withPixels { Set($0) } ?? []
  }

  @Test func aNewTileReusesADroppedTilesMemory() throws {
    var copies = CopiedPictures()
    let old = tile(0, filled: 7)
    put(old, into: &copies)
    let memory = try #require(copies.all.first).memory.base
    copies.retain([], of: picture, counters)
    #expect(copies.spareBytes == old.key.layout.byteCount)
    let new = tile(0, frame: 1, filled: 9)
    put(new, into: &copies)
    #expect(copies.all.first?.memory.base == memory)
    #expect(copies.spareBytes == 0)
    #expect(bytes(new.key, in: copies) == [9])
    #expect(Array(copies[picture].keys) == [new.key])
  }

  @Test func aHeldTileKeepsItsPixels() throws {
    var copies = CopiedPictures()
    put(tile(0, filled: 7), into: &copies)
    let held = try #require(copies.all.first)
    copies.retain([], of: picture, counters)
    let new = tile(1, filled: 9)
    put(new, into: &copies)
    #expect(held.withPixels { Set($0) } == [7])
    #expect(bytes(new.key, in: copies) == [9])
  }

  @Test func onlyABetterTileReplacesAnother() throws {
    var copies = CopiedPictures()
    put(tile(0, .preview, filled: 1), into: &copies)
    let memory = try #require(copies.all.first).memory.base
    let exact = tile(0, .exact, filled: 2)
    put(exact, into: &copies)
    #expect(copies.all.first?.memory.base == memory)
    let isTaken = copies.add(tile(0, .preview, filled: 3), counters)
    #expect(!isTaken)
    #expect(bytes(exact.key, in: copies) == [2])
  }

  @Test func tilesOfAnotherSizeGetTheirOwnMemory() {
    var copies = CopiedPictures()
    let wide = tile(0, filled: 4)
    put(wide, into: &copies)
    copies.retain([], of: picture, counters)
    let narrow = tile(3, filled: 5)
    #expect(narrow.key.layout.byteCount < wide.key.layout.byteCount)
    put(narrow, into: &copies)
    #expect(bytes(narrow.key, in: copies) == [5])
    #expect(copies.spareBytes == wide.key.layout.byteCount)
  }

  @Test func spareMemoryIsBoundedAndFreedAtRest() {
    var copies = CopiedPictures()
    for frame in 0..<100 { put(tile(0, frame: frame, filled: 1), into: &copies) }
    copies.retain([], of: picture, counters)
    #expect(copies.spareBytes <= 16 << 20)
    #expect(copies.spareBytes > 15 << 20)
    copies.dropSpare()
    #expect(copies.spareBytes == 0)
    #expect(counters.statistics.textureBytes == 0)
  }
}
