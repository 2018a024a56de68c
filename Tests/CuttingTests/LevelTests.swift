import CutPlan
import Geometry
import TestSupport
import Testing

/// Levels match their kernel's definition, computed here in double precision.
@Suite struct LevelTests {
  static let sizes = [(200, 150), (129, 65), (257, 3), (1, 100), (67, 1), (64, 64)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  /// Noise, hard edges and smooth colours.
  private func picture(_ size: PixelSize, _ random: inout SeededNumbers) -> CutPicture {
    CutPicture(size) { x, y in
      let noise = UInt8.random(in: 0...60, using: &random)
      let edge: UInt8 = (x / 7 + y / 5) % 2 == 0 ? 180 : 10
      return (edge &+ noise, UInt8(truncatingIfNeeded: x &* 3), noise &* 4, 255)
    }
  }

  private func light(_ grid: PixelGrid, _ x: Int, _ y: Int, _ shift: Int) -> Double {
    Lanczos.light(Double(grid[x, y] >> UInt32(shift) & 255) / 255)
  }

  private func isNear(_ word: UInt32, _ values: [Double]) -> Bool {
    for (index, shift) in [16, 8, 0].enumerated() {
      let code = Lanczos.value(min(max(values[index], 0), 1)) * 255
      guard abs(code - Double(word >> UInt32(shift) & 255)) <= 1 else { return false }
    }
    return word >> 24 == 255
  }

  @Test(arguments: sizes, [CutPyramid.Rounding.up, .down])
  func boxLevelsAreMeansInLinearLight(size: PixelSize, rounding: CutPyramid.Rounding) throws {
    var random = SeededNumbers()
    let picture = picture(size, &random)
    let order = try #require(picture.order(edge: 32, rounding: rounding))
    let levels = try CutLevels(order.pyramid, picture.tiles(order))
    let whole = try #require(levels.level(0))
    // The light of each level, never rounded in between.
    var current = [16, 8, 0].map { shift in
      (0..<size.height).map { y in (0..<size.width).map { light(whole, $0, y, shift) } }
    }
    for index in order.pyramid.levels.indices.dropFirst() {
      let below = order.pyramid.levels[index].size
      current = current.map { rows in
        (0..<below.height).map { y in
          (0..<below.width).map { x in
            let (right, lower) = (
              min(2 * x + 1, rows[0].count - 1), min(2 * y + 1, rows.count - 1)
            )
            return
              (rows[2 * y][2 * x] + rows[2 * y][right] + rows[lower][2 * x]
              + rows[lower][right]) / 4
          }
        }
      }
      let seen = try #require(levels.level(index))
      var wrong = 0
      for y in 0..<below.height {
        for x in 0..<below.width where !isNear(seen[x, y], current.map { $0[y][x] }) { wrong += 1 }
      }
      #expect(wrong == 0, "level \(index) of \(size), \(random.origin)")
    }
  }

  @Test(arguments: sizes)
  func lanczosLevelsMatchDuchonsDefinition(size: PixelSize) throws {
    var random = SeededNumbers()
    let picture = picture(size, &random)
    let order = try #require(picture.order(edge: 32, kernel: .lanczos))
    let levels = try CutLevels(order.pyramid, picture.tiles(order))
    for index in order.pyramid.levels.indices.dropFirst() {
      let above = try #require(levels.level(index - 1))
      let seen = try #require(levels.level(index))
      let (columns, rows) = (
        Self.weights(above.size.width, seen.size.width),
        Self.weights(above.size.height, seen.size.height)
      )
      var wrong = 0
      for y in 0..<seen.size.height {
        for x in 0..<seen.size.width {
          let values = [16, 8, 0].map { shift in
            rows[y].reduce(0.0) { sum, row in
              sum + row.1
                * columns[x].reduce(0.0) { $0 + $1.1 * light(above, $1.0, row.0, shift) }
            }
          }
          if !isNear(seen[x, y], values) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "level \(index) of \(size), \(random.origin)")
    }
  }

  /// A side that is not halved is not filtered.
  private static func weights(_ source: Int, _ target: Int) -> [[(Int, Double)]] {
    source == target
      ? (0..<source).map { [($0, 1)] } : Lanczos.weights(source, target, 0..<target)
  }

  @Test func theLargestLevelIsThePicture() throws {
    var random = SeededNumbers()
    let picture = picture(PixelSize(width: 150, height: 70), &random)
    for overlap in 0...2 {
      let order = try #require(picture.order(edge: 32, overlap: overlap))
      let level = try #require(try CutLevels(order.pyramid, picture.tiles(order)).level(0))
      let expected = PixelGrid(
        width: 150, height: 70,
        opaque: { x, y in
          let start = (y * 150 + x) * 4
          return UInt32(picture.pixels[start]) << 16 | UInt32(picture.pixels[start + 1]) << 8
            | UInt32(picture.pixels[start + 2])
        })
      #expect(level.difference(from: expected) == nil, "\(overlap), \(random.origin)")
    }
  }
}
