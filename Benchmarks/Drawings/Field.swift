import FresnelDrawing
import Geometry

/// A field of square cells, one unit each, in four colours, culled by its grid.
///
/// Where a cell is smaller than four pixels, a block of cells is one square of their mean colour.
struct Field: TileDelegate {
  let cells: Int
  let world: Rect
  let revision: UInt64 = 0
  private let kinds: [Drawing]
  private let blocks: [Drawing]

  /// Makes a field with `cells` cells in each direction.
  init(cells: Int) {
    self.cells = cells
    world = Rect(minX: 0, minY: 0, maxX: Double(cells), maxY: Double(cells))
    let colors: [UInt32] = [0xb8c4d0, 0xdde4ea, 0x8fb8e0, 0xe0a080]
    kinds = colors.map { color in
      var ground = Path(fill: PaintColor(hex: 0x708090))
      ground.rectangle(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
      var top = Path(fill: PaintColor(hex: color))
      top.rectangle(Rect(minX: 0.06, minY: 0.06, maxX: 0.94, maxY: 0.94))
      return Drawing([.path(ground), .path(top)])
    }
    blocks = colors.map { color in
      var path = Path(fill: PaintColor(hex: color))
      path.rectangle(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
      return Drawing(path)
    }
  }

  /// Returns the index of a cell's colour.
  static func kind(_ column: Int, _ row: Int) -> Int {
    var bits = UInt32(truncatingIfNeeded: column &* 73_856_093 ^ row &* 19_349_663)
    bits ^= bits >> 13
    bits = bits &* 0x5bd1_e995
    return Int((bits >> 15) & 3)
  }

  /// Returns the number of cells along a block's edge at a resolution.
  static func block(_ unitsPerPixel: Double) -> Int {
    var edge = 1
    while Double(edge) < 4 * unitsPerPixel * 0.999 { edge *= 2 }
    return edge
  }

  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    let edge = Self.block(unitsPerPixel)
    let drawings = edge == 1 ? kinds : blocks
    func range(_ low: Double, _ high: Double) -> Range<Int> {
      let first = max(0, Int((low / Double(edge)).rounded(.down)))
      let last = min((cells + edge - 1) / edge, Int((high / Double(edge)).rounded(.up)))
      return first..<max(first, last)
    }
    for row in range(area.minY, area.maxY) {
      for column in range(area.minX, area.maxX) {
        body(
          PathGroup(
            drawings[Self.kind(column, row)],
            transform: AffineTransform(
              a: Double(edge), b: 0, c: 0, d: Double(edge), tx: Double(column * edge),
              ty: Double(row * edge))))
      }
    }
  }
}
