import Fresnel
import FresnelDrawing
import MinesweeperRules
import Synchronization
import Testing

@testable import MinesweeperBoard

/// Forwards to a board, and records the areas that were requested.
private final class Witness: TileDelegate {
  let field: FieldDelegate
  private let areas = Mutex<[Rect]>([])
  init(_ field: FieldDelegate) { self.field = field }
  var world: Rect { field.world }
  var revision: UInt64 { field.revision }
  func groups(in area: Rect, unitsPerPixel: Double, body: (PathGroup) -> Void) {
    areas.withLock { $0.append(area) }
    field.groups(in: area, unitsPerPixel: unitsPerPixel, body: body)
  }
  func takeAreas() -> [Rect] {
    areas.withLock { areas in
      defer { areas = [] }
      return areas
    }
  }
}

@Suite struct FieldTests {
  private let surface = PixelSize(width: 900, height: 700)

  @Test func `a click has only the tiles drawn again that it touches`() throws {
    let layout = FieldLayout(.expert, surface: surface, bar: 56)
    let witness = Witness(FieldDelegate(layout))
    let source = try DrawingSource(delegate: witness, background: .black)
    var options = FresnelOptions()
    options.usesGL = false
    // Prefetched tiles may arrive at any time.
    options.settings.prefetches = false
    let view = try FresnelView(offscreen: surface, options: options)
    view.show(source)
    let cell = Cell(column: 15, row: 8)
    view.zoom(to: 1, center: PicturePoint(layout.picturePoint(of: cell)), animated: false)
    _ = try view.pixels()
    view.zoom(to: 1, center: PicturePoint(layout.picturePoint(of: cell)), animated: false)
    let before = try view.pixels()
    #expect(witness.takeAreas().count > 12)
    var game = Game(.expert, seed: 1)
    let change = game.mark(cell)
    witness.field.show(change, of: game)
    let place = layout.rect(of: cell)
    source.invalidate(place)
    let after = try view.pixels()
    let asked = witness.takeAreas()
    #expect((1...8).contains(asked.count), "asked for \(asked.count) areas")
    for area in asked {
      #expect(area.minX <= place.maxX + 4 && area.maxX >= place.minX - 4)
      #expect(area.minY <= place.maxY + 4 && area.maxY >= place.minY - 4)
    }
    // The cell is in the middle of the view, at one pixel per unit.
    var (inside, outside) = (0, 0)
    for index in 0..<before.bytes.count / 4 {
      guard before.bytes[index * 4..<index * 4 + 4] != after.bytes[index * 4..<index * 4 + 4] else {
        continue
      }
      let (x, y) = (Double(index % 900) - 450, Double(index / 900) - 350)
      if abs(x) <= 34, abs(y) <= 34 { inside += 1 } else { outside += 1 }
    }
    #expect(inside > 200)
    #expect(outside == 0)
  }

  @Test func `the whole of a million cells is few shapes`() throws {
    let layout = FieldLayout(.world, surface: surface, bar: 56)
    let field = FieldDelegate(layout)
    var game = Game(.world, seed: 3)
    // Every third cell or so is open, so no two blocks look alike.
    for index in stride(from: 0, to: BoardShape.world.cells, by: 7) {
      field.show(game.uncover(BoardShape.world.cell(at: index), at: 0), of: game)
      if game.isOver { break }
    }
    for pixels in [0.5, 1, 2, 3.9] {
      var count = 0
      let view = Rect(
        minX: 0, minY: 0, maxX: 1536 * 64 / pixels, maxY: 1024 * 64 / pixels)
      field.groups(in: view, unitsPerPixel: 64 / pixels) { _ in count += 1 }
      #expect(count <= 1536 * 1024 / 25 + 400, "\(pixels) pixels a cell")
    }
  }

  @Test(arguments: [
    (9, 9, 900, 700), (30, 16, 1240, 800), (1000, 1000, 640, 480), (5, 300, 500, 900),
  ])
  func `the bar covers nothing of the whole field`(
    columns: Int, rows: Int, width: Int, height: Int
  ) throws {
    let shape = try BoardShape(columns: columns, rows: rows, mines: 3)
    let layout = FieldLayout(shape, surface: PixelSize(width: width, height: height), bar: 56)
    let scale = min(Double(width) / layout.world.width, Double(height) / layout.world.height)
    let top = (Double(height) - layout.world.height * scale) / 2 - layout.world.minY * scale
    #expect(top >= 56)
    for cell in [Cell(column: 0, row: 0), Cell(column: columns - 1, row: rows - 1)] {
      #expect(layout.cell(atPicture: layout.picturePoint(of: cell)) == cell)
    }
    #expect(layout.cell(atPicture: Point(x: 1, y: 1)) == nil)
    #expect(layout.cell(atPicture: Point(x: Double.nan, y: 1)) == nil)
  }

  @Test func `blocks count their cells`() throws {
    let shape = try BoardShape(columns: 13, rows: 7, mines: 20)
    let seed = UInt64.random(in: .min ... .max)
    var dice = Dice(seed: seed)
    var state = FieldState(FieldLayout(shape, surface: surface, bar: 56))
    for _ in 0..<400 {
      state.set(
        CellCode(byte: UInt8(dice.number(below: 15))), at: dice.number(below: shape.cells))
    }
    for shift in 1...state.blocks.largestShift {
      let edge = 1 << shift
      for row in 0..<(7 + edge - 1) / edge {
        for column in 0..<(13 + edge - 1) / edge {
          let cells = (0..<shape.cells).filter {
            let cell = shape.cell(at: $0)
            return cell.row / edge == row && cell.column / edge == column
          }
          let block = state.blocks.block(column: column, row: row, shift: shift)
          #expect(Int(block.open) == cells.count { state.codes[$0].isOpen }, "seed \(seed)")
          #expect(Int(block.marked) == cells.count { state.codes[$0].isMarked }, "seed \(seed)")
          #expect(state.blocks.cells(column: column, row: row, shift: shift) == cells.count)
        }
      }
    }
  }
}
