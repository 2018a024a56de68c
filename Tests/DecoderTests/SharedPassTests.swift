import CJPEG
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Tiles of several levels made in one pass over the picture.
@Suite struct SharedPassTests {
  /// All tiles of a level, row by row.
  private static func keys(_ level: Level) -> [TileKey] {
    let edge = level.shape.edge
    return (0...(level.size.height - 1) / edge).flatMap { row in
      (0...(level.size.width - 1) / edge).map { TileKey(level: level, column: $0, row: row) }
    }
  }

  /// Requests all of two levels at once; returns the level of each reply, in order, and the pixels.
  private func both(
    _ client: DecoderClient, _ levels: [Level]
  ) throws -> (order: [Int], pixels: [Pixels]) {
    var wanted: [UInt32: (level: Int, key: TileKey, slot: Int)] = [:]
    let keys = levels.flatMap(Self.keys)
    for (slot, id) in client.request(keys).enumerated() {
      let level = levels.firstIndex(of: keys[slot].level) ?? 0
      wanted[id] = (level, keys[slot], slot)
    }
    var pixels = levels.map { Pixels(size: $0.size) }
    var order: [Int] = []
    while !wanted.isEmpty {
      guard case .report(.tileReady(let id))? = try client.receive(),
        let (level, key, slot) = wanted.removeValue(forKey: id)
      else { throw DecoderClient.Unexpected(message: "no tile") }
      order.append(level)
      let tile = client.tile(key, slot: slot)
      for y in 0..<tile.size.height {
        for x in 0..<tile.size.width {
          for channel in 0..<4 {
            pixels[level][key.area.minX + x, key.area.minY + y, channel] = tile[x, y, channel]
          }
        }
      }
    }
    return (order, pixels)
  }

  private static let size = PixelSize(width: 4000, height: 3000)

  /// Made once: encoding twelve megapixels takes longer than decoding them.
  private static let files: [(DecoderClient.Format, PictureFile)] = {
    let samples = FormatSamples.samples(size, channels: 3)
    return [
      (.png, .png(samples, width: size.width, height: size.height, channels: 3)),
      (
        .jpeg,
        .jpeg(samples, fresnel_jpeg_options.usual(width: size.width, height: size.height))
      ),
    ]
  }()

  @Test func onePassServesTheNextStepAndTheWholePicture() throws {
    for (format, file) in Self.files {
      let levels = [0.1, 0.125].map { Level(of: Self.size, scale: $0) }
      let client = try DecoderClient(format, file)
      _ = try client.open()
      let (order, pixels) = try both(client, levels)
      let firstOfStep = try #require(order.firstIndex(of: 1))
      let lastOfFit = try #require(order.lastIndex(of: 0))
      #expect(firstOfStep < lastOfFit, "\(format): two passes, \(order)")
      for (level, pixels) in zip(levels, pixels) {
        let alone = try DecoderClient(format, file)
        _ = try alone.open()
        #expect(try alone.pixels(of: level).difference(pixels) == 0, "\(format)")
      }
    }
  }

  @Test func aPrefetchedViewElsewhereHasItsOwnPass() throws {
    let (format, file) = Self.files[1]
    let client = try DecoderClient(format, file)
    _ = try client.open()
    // The visible part doesn't wait for the rest of the picture.
    let half = Level(of: Self.size, scale: 0.5)
    let last = TileKey(level: half, column: 0, row: Self.keys(half).last?.row ?? 0)
    let near = Level(of: Self.size, scale: 0.45)
    let ids = client.request([last] + Self.keys(near))
    guard case .report(.tileReady(let id))? = try client.receive() else {
      Issue.record("no tile")
      return
    }
    #expect(id == ids[0])
  }

  @Test(arguments: [0, 1]) func slowDecodersSaySo(_ file: Int) throws {
    let (format, file) = Self.files[file]
    #expect(try DecoderClient(format, file).open().decodesSlowly == (format == .png))
  }

  @Test func cancelledTilesLeaveASharedPass() throws {
    let (format, file) = Self.files[0]
    let levels = [0.3, 0.375].map { Level(of: Self.size, scale: $0) }
    let client = try DecoderClient(format, file)
    _ = try client.open()
    let ids = client.request(levels.flatMap(Self.keys))
    var waiting = Set(ids)
    let cancelled = Set(ids.dropFirst(Self.keys(levels[0]).count))
    for id in cancelled { client.send(.cancel(id: id)) }
    var ready = 0
    while !waiting.isEmpty {
      switch try client.receive() {
      case .report(.tileReady(let id)): if waiting.remove(id) != nil { ready += 1 }
      case .report(.tileCancelled(let id)):
        #expect(waiting.remove(id) != nil && cancelled.contains(id))
      default:
        Issue.record("no answer")
        return
      }
    }
    #expect(ready >= Self.keys(levels[0]).count)
  }
}
