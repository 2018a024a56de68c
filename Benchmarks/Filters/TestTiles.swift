import DecoderProtocol
import Decoding
import Geometry
import Platform

/// A picture as a decoder would deliver it, drawn by a formula: smooth hues with fine texture, so that
/// no filter has it easy.
struct TestTiles {
  static let picture = PictureID(number: 1)
  let size: PixelSize

  /// All tiles at the picture's own size.
  func tiles() throws(Errno) -> [DecodedTile] {
    let level = Level(size: size)
    var tiles: [DecodedTile] = []
    for row in 0..<dividedRoundingUp(size.height, by: TileKey.edge) {
      for column in 0..<dividedRoundingUp(size.width, by: TileKey.edge) {
        tiles.append(try tile(TileKey(level: level, column: column, row: row)))
      }
    }
    return tiles
  }

  private func tile(_ key: TileKey) throws(Errno) -> DecodedTile {
    let arena = try SharedMemory(count: TileLayout.slotBytes)
    let stored = key.layout.stored
    let bytes = UnsafeMutableRawBufferPointer(start: arena.base, count: key.layout.byteCount)
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        let color = color(
          key.area.minX + x - TileLayout.gutter, key.area.minY + y - TileLayout.gutter)
        for channel in 0..<4 { bytes[(y * stored.width + x) * 4 + channel] = color[channel] }
      }
    }
    return DecodedTile(picture: Self.picture, key: key, quality: .exact, slot: 0, arena: arena)
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
