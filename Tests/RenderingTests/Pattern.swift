import Geometry
import Graphics
import Platform
import Rendering
import Tiles

/// Surfaceless EGL; tests that need it are skipped by name where it is not available.
enum Surfaceless {
  static let isAvailable = OffscreenRenderer().fallbackReason == nil
}

/// Synthetic pixels of a level.
struct Pattern {
  typealias RGBA = SIMD4<UInt8>
  var level: Level
  var at: (Int, Int) -> RGBA

  /// An opaque pattern in which neighbouring pixels differ.
  static func opaque(_ width: Int, _ height: Int, seed: Int = 0) -> Pattern {
    Pattern(level: Level(size: PixelSize(width: width, height: height))) { x, y in
      RGBA(
        UInt8(truncatingIfNeeded: x &* 7 &+ y &* 3 &+ seed),
        UInt8(truncatingIfNeeded: x &+ y &* 11 &+ seed &* 5),
        UInt8(truncatingIfNeeded: (x ^ y) &+ seed), 255)
    }
  }

  /// A premultiplied pattern with every alpha and many colours.
  static func translucent(_ width: Int, _ height: Int) -> Pattern {
    Pattern(level: Level(size: PixelSize(width: width, height: height))) { x, y in
      let alpha = (x &* 5 &+ y) & 255
      let part = { (v: Int) in UInt8((v & 255) * alpha / 255) }
      return RGBA(part(x &* 3 &+ y), part(y &* 7), part(x ^ y), UInt8(alpha))
    }
  }

  /// Smooth gradients, in which any jump at a seam stands out.
  static func smooth(_ width: Int, _ height: Int) -> Pattern {
    Pattern(level: Level(size: PixelSize(width: width, height: height))) { x, y in
      RGBA(
        UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)),
        UInt8((x + y) * 255 / max(1, width + height - 2)), 255)
    }
  }

  /// The pixel at a position, clamped to the level.
  func clamped(_ x: Int, _ y: Int) -> RGBA {
    at(max(0, min(level.size.width - 1, x)), max(0, min(level.size.height - 1, y)))
  }

  /// All keys of the level.
  var keys: [TileKey] {
    (0..<dividedRoundingUp(level.size.height, by: TileShape.usual.edge)).flatMap { row in
      (0..<dividedRoundingUp(level.size.width, by: TileShape.usual.edge)).map { column in
        TileKey(level: level, column: column, row: row)
      }
    }
  }

  /// A tile like a decoder's.
  func tile(
    _ key: TileKey, of picture: SourceID = .first, quality: TileQuality = .exact
  ) throws -> Tile {
    let arena = try SharedMemory(count: TileShape.usual.slotBytes)
    let area = key.area
    let stored = key.layout.stored
    let pixels = arena.base.assumingMemoryBound(to: RGBA.self)
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        pixels[y * stored.width + x] = clamped(area.minX + x - 1, area.minY + y - 1)
      }
    }
    return Tile(source: picture, key: key, quality: quality, slot: 0, arena: arena)
  }

  /// All tiles of the level.
  func tiles(of picture: SourceID = .first) throws -> [Tile] {
    try keys.map { try tile($0, of: picture) }
  }
}

extension SourceID {
  static let first = SourceID(number: 1)
}

extension [UInt8] {
  /// The four bytes of a pixel.
  func pixel(_ x: Int, _ y: Int, width: Int) -> SIMD4<UInt8> {
    let i = (y * width + x) * 4
    return SIMD4(self[i], self[i + 1], self[i + 2], self[i + 3])
  }

  /// The largest difference of any two corresponding bytes.
  func largestDifference(_ other: [UInt8]) -> Int {
    zip(self, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
