import Geometry
import Platform
import Synchronization
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Providing

/// Tiles that are cut out of larger or non-square pictures.
@Suite("Tiles cut out of larger pictures", .timeLimit(.minutes(30)))
struct CuttingTests {
  /// The colour of a pixel of the level.
  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(x & 255), UInt8(y & 255), UInt8((x >> 8) * 16 + (y >> 8)), 255]
  }

  /// Provides twelve-byte pictures that contain only their position.
  fileprivate final class Positions: TileProvider {
    let tile: PixelSize
    let overlap: Int
    let size: PixelSize
    let asked = Mutex<[TilePosition]>([])
    let special: @Sendable (TilePosition) -> ProvidedTile?

    init(
      _ tile: PixelSize, overlap: Int, of size: PixelSize,
      _ special: @escaping @Sendable (TilePosition) -> ProvidedTile? = { _ in nil }
    ) {
      self.tile = tile
      self.overlap = overlap
      self.size = size
      self.special = special
    }

    func tile(_ request: ProvidedTileRequest) -> ProvidedTile {
      asked.withLock { $0.append(request.position) }
      if let answer = special(request.position) { return answer }
      func span(_ index: Int, _ edge: Int, _ length: Int) -> (Range<Int>, own: Range<Int>) {
        let own = index * edge..<min((index + 1) * edge, length)
        return (max(0, own.lowerBound - overlap)..<min(own.upperBound + overlap, length), own)
      }
      let (x, ownX) = span(request.column, tile.width, size.width)
      let (y, ownY) = span(request.row, tile.height, size.height)
      let numbers = [x.lowerBound, y.lowerBound].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      return .encodedPart(
        numbers, of: PixelSize(width: x.count, height: y.count),
        PixelRect(
          minX: ownX.lowerBound - x.lowerBound, minY: ownY.lowerBound - y.lowerBound,
          maxX: ownX.upperBound - x.lowerBound, maxY: ownY.upperBound - y.lowerBound))
    }
  }

  /// Draws the requested part of such a picture.
  private final class Painter: EncodedTileDecoding {
    var waiting: [EncodedTile] = []
    var seen: [EncodedTile] = []
    var cancelled: [UInt64] = []
    var isHeld = false
    var memoryBytes: Int { 0 }
    var nextDeadline: Double? { isHeld || waiting.isEmpty ? nil : 0 }
    func submit(_ encoded: EncodedTile, now: Double) { waiting.append(encoded) }
    func cancel(_ id: UInt64, now: Double) { cancelled.append(id) }
    func addDescriptors(to pollSet: inout PollSet) {}
    func close() {}

    func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult] {
      guard !isHeld else { return [] }
      defer { waiting = [] }
      seen += waiting
      return waiting.map { tile in
        guard tile.bytes.count == 4 else {
          return EncodedTileResult(id: tile.id, outcome: .failed("it is damaged"))
        }
        let (left, top) = (
          Int(tile.bytes[0]) + Int(tile.bytes[1]) << 8, Int(tile.bytes[2]) + Int(tile.bytes[3]) << 8
        )
        let pixels = OwnedPixels(count: tile.layout.byteCount)
        var offset = 0
        for y in tile.area.minY..<tile.area.maxY {
          for x in tile.area.minX..<tile.area.maxX {
            for byte in CuttingTests.pixel(left + x, top + y) {
              pixels.base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
              offset += 1
            }
          }
        }
        return EncodedTileResult(id: tile.id, outcome: .pixels(pixels))
      }
    }
  }

  private struct CuttingHarness {
    let source: ProviderSource
    let view: HandMadeView
    let painter: Painter

    init(_ provider: Positions, edge: Int) throws {
      let painter = Painter()
      var levels = ProvidedLevels(
        Extent(provider.size), scales: .rungs([SourceLevels.Rung(scale: 1, size: provider.size)]),
        shape: TileShape(edge: edge, overlap: 1))
      levels.grid = PictureGrid(picture: provider.tile)
      self.painter = painter
      source = try ProviderSource(
        id: SourceID(number: 1), levels: levels, provider: provider,
        pictures: EncodedPictures(format: { _ in "any" }, makeDecoder: { _ in painter }))
      view = HandMadeView(source)
    }

    var keys: [TileKey] { TileGrid(of: source.levels.exactLevel(scale: 1)).keys }
  }

  /// The first wrong pixel of a tile, overlap included, which comes from the same picture.
  private func fault(_ key: TileKey, _ bytes: [UInt8], _ provider: Positions) -> String? {
    let area = key.area
    let outer = area.grown(by: 1)
    var offset = 0
    for y in outer.minY..<outer.maxY {
      for x in outer.minX..<outer.maxX {
        func clamped(_ value: Int, _ own: Range<Int>, _ edge: Int, _ length: Int) -> Int {
          let position = min(max(value, own.lowerBound), own.upperBound - 1) / edge
          let first = max(0, position * edge - provider.overlap)
          let end = min(length, (position + 1) * edge + provider.overlap)
          return min(max(value, first), end - 1)
        }
        let wanted = Self.pixel(
          clamped(x, area.minX..<area.maxX, provider.tile.width, provider.size.width),
          clamped(y, area.minY..<area.maxY, provider.tile.height, provider.size.height))
        let seen = Array(bytes[offset..<offset + 4])
        if seen != wanted { return "\(x), \(y): \(seen), not \(wanted)" }
        offset += 4
      }
    }
    return nil
  }

  @Test(
    "Tiles equal the picture; each source picture is requested and decoded once",
    arguments: [
      (2048, 2048, 256, 0), (2046, 2046, 186, 1), (512, 256, 256, 0), (500, 333, 256, 2),
      (100, 40, 256, 0), (1027, 1027, 256, 1),
    ])
  func cutting(width: Int, height: Int, edge: Int, overlap: Int) throws {
    var random = SeededNumbers()
    let provider = Positions(
      PixelSize(width: width, height: height), overlap: overlap,
      of: random.size(900...2300, 600...1200))
    let harness = try CuttingHarness(provider, edge: edge)
    defer { harness.source.close() }
    let keys = harness.keys.shuffled(using: &random)
    harness.view.want(keys)
    try harness.view.wait { harness.view.delivered.count == keys.count }
    for key in keys {
      let bytes = try #require(harness.view.pixels[key])
      let fault = fault(key, bytes, provider)
      #expect(fault == nil, "\(provider.size), \(key.column), \(key.row), \(random.origin)")
      if fault != nil { break }
    }
    let asked = provider.asked.withLock { $0 }
    #expect(Set(asked).count == asked.count, "no picture is asked for twice")
    let most = 1 << 20
    for position in asked {
      let pictures = harness.painter.seen.count { tile in
        guard case .encodedPart(let bytes, _, _) = provider.tile(of: position) else { return false }
        return tile.bytes == bytes
      }
      let pixels = min(width, provider.size.width) * min(height, provider.size.height)
      #expect(pictures >= 1 && (pixels > most || pictures == 1), "it is decoded once")
    }
    #expect(harness.painter.seen.allSatisfy { $0.area.size.area ?? .max <= most })
  }

  @Test("A moving view requests a picture once and rarely decodes it")
  func moving() throws {
    let provider = Positions(
      PixelSize(width: 4096, height: 4096), overlap: 0,
      of: PixelSize(width: 4096, height: 4096))
    let harness = try CuttingHarness(provider, edge: 256)
    defer { harness.source.close() }
    let level = harness.source.levels.exactLevel(scale: 1)
    var wanted = 0
    for left in 0..<13 {
      let keys = (0..<3).flatMap { row in
        (left..<left + 3).map { TileKey(level: level, column: $0, row: row + 5) }
      }
      harness.view.want(keys)
      try harness.view.wait { keys.allSatisfy { harness.view.pixels[$0] != nil } }
      wanted += keys.count
    }
    #expect(provider.asked.withLock { $0.count } == 1)
    #expect(harness.painter.seen.count < 13, "\(harness.painter.seen.count) times")
    #expect(harness.source.memoryBytes < 24 << 20, "\(harness.source.memoryBytes) bytes are held")
  }

  @Test("Missing and damaged pictures cost only the tiles in them")
  func failing() throws {
    let provider = Positions(
      PixelSize(width: 300, height: 300), overlap: 0, of: PixelSize(width: 900, height: 300)
    ) { position in
      switch position.column {
      case 0: .missing
      case 2:
        .encodedPart(
          [1], of: PixelSize(width: 300, height: 300),
          PixelRect(PixelSize(width: 300, height: 300)))
      default: nil
      }
    }
    let harness = try CuttingHarness(provider, edge: 150)
    defer { harness.source.close() }
    harness.view.want(harness.keys)
    try harness.view.wait {
      harness.view.delivered.count + harness.view.missing.count + harness.view.failures.count
        == harness.keys.count
    }
    #expect(Set(harness.view.missing.map(\.column)) == [0, 1])
    #expect(Set(harness.view.delivered.map(\.column)) == [2, 3])
    #expect(Set(harness.view.failures.map(\.key.column)) == [4, 5])
    #expect(harness.view.failures.allSatisfy { $0.sentence == "it is damaged" })
    // Failed tiles are not retried while they stay wanted.
    harness.view.want(harness.keys.reversed())
    try harness.view.wait { harness.view.delivered.count == 8 }
    #expect(provider.asked.withLock { $0.count { $0.column != 1 } } == 2)
  }

  @Test("Unwanted pictures are not decoded")
  func cancelling() throws {
    let provider = Positions(
      PixelSize(width: 512, height: 512), overlap: 0, of: PixelSize(width: 1024, height: 512))
    let harness = try CuttingHarness(provider, edge: 256)
    defer { harness.source.close() }
    harness.painter.isHeld = true
    harness.view.want(harness.keys.filter { $0.column < 2 })
    try harness.view.wait { harness.painter.waiting.count == 1 }
    harness.view.want(harness.keys.filter { $0.column >= 2 })
    #expect(harness.painter.cancelled == harness.painter.waiting.map(\.id))
    harness.painter.isHeld = false
    try harness.view.wait { harness.view.delivered.count == 4 }
    #expect(harness.view.delivered.allSatisfy { $0.column >= 2 })
  }
}

extension CuttingTests.Positions {
  /// The same picture again, without counting the request.
  fileprivate func tile(of position: TilePosition) -> ProvidedTile {
    let (x, y) = (
      max(0, position.column * tile.width - overlap), max(0, position.row * tile.height - overlap)
    )
    return .encodedPart(
      [x, y].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, of: .zero, PixelRect(.zero))
  }
}
