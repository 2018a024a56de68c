import Geometry
import Platform
import Tiles

/// A picture as a decoder would deliver it, computed by a formula: smooth hues with fine texture,
/// so that no filter has an easy case.
struct TestTiles {
  static let picture = SourceID(number: 1)
  let size: PixelSize

  /// Returns all tiles of the finest level.
  func tiles() throws(Errno) -> [Tile] {
    let level = Level(size: size)
    var tiles: [Tile] = []
    for row in 0..<dividedRoundingUp(size.height, by: level.shape.edge) {
      for column in 0..<dividedRoundingUp(size.width, by: level.shape.edge) {
        tiles.append(try tile(TileKey(level: level, column: column, row: row)))
      }
    }
    return tiles
  }

  private func tile(_ key: TileKey) throws(Errno) -> Tile {
    let arena = try SharedMemory(count: key.level.shape.slotBytes)
    let stored = key.layout.stored
    let bytes = UnsafeMutableRawBufferPointer(start: arena.base, count: key.layout.byteCount)
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        let color = color(
          key.area.minX + x - key.layout.overlap, key.area.minY + y - key.layout.overlap)
        for channel in 0..<4 { bytes[(y * stored.width + x) * 4 + channel] = color[channel] }
      }
    }
    return Tile(source: Self.picture, key: key, quality: .exact, slot: 0, arena: arena)
  }

  private func color(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let texture = (x &* 7919 ^ y &* 104_729) & 31
    return [
      UInt8(truncatingIfNeeded: x * 200 / size.width + texture),
      UInt8(truncatingIfNeeded: y * 200 / size.height + texture),
      UInt8(truncatingIfNeeded: 220 - x * 100 / size.width - y * 100 / size.height + texture), 255,
    ]
  }
}
