import Fresnel
import FresnelDrawing
import MinesweeperRules

/// Provides the shapes of an area of cells: single cells, rows or blocks, depending on their size.
struct FieldPainter {
  let state: FieldState
  let cells: CellArea
  let unitsPerPixel: Double
  let body: (PathGroup) -> Void

  /// The minimum size of a cell in pixels for detailed drawing; smaller on a board with few cells.
  private static let finePixels = 24.0
  private static let finePixelsOfFew = 14.0
  private static let few = 4096
  /// The minimum size in pixels for drawing single cells.
  private static let leastPixels = 4.0
  /// The minimum size of a block, in pixels.
  private static let leastBlock = 5.0

  /// The minimum distance of the grid lines over blocks, in pixels.
  private static let leastLineDistance = 24.0

  /// The size of a cell in pixels.
  private var pixels: Double { Shapes.cell / unitsPerPixel }

  func paint() {
    stretch(PlainDrawings.ground, over: state.layout.rect(of: cells))
    let isFew = state.layout.shape.cells <= Self.few
    if pixels >= (isFew ? Self.finePixelsOfFew : Self.finePixels) {
      paintCells()
    } else if pixels >= Self.leastPixels {
      RowPainter(self, pixels: pixels).paint()
    } else {
      paintBlocks()
    }
  }

  // MARK: Cells

  private func paintCells() {
    for row in cells.rows {
      for column in cells.columns {
        place(CellDrawings.drawing(of: state.code(column: column, row: row)), column, row)
      }
    }
  }

  /// Places a drawing of 64 × 64 units in its cell.
  func place(_ drawing: Drawing, _ column: Int, _ row: Int) {
    body(
      PathGroup(
        drawing,
        transform: .translation(x: Double(column) * Shapes.cell, y: Double(row) * Shapes.cell)))
  }

  /// Scales a drawing of one unit to a rectangle.
  func stretch(_ drawing: Drawing, over rect: Rect) {
    body(
      PathGroup(
        drawing,
        transform: AffineTransform(
          a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY)))
  }

  // MARK: Blocks

  /// Draws one rectangle for each run of blocks with the same shade in a row.
  private func paintBlocks() {
    var shift = 1
    while Double(1 << shift) * pixels < Self.leastBlock, shift < state.blocks.largestShift {
      shift += 1
    }
    stretch(PlainDrawings.block(open: 0, marked: 0), over: state.layout.rect(of: cells))
    defer { paintLines() }
    guard !state.isHidden else { return }
    let columns = cells.columns.lowerBound >> shift...(cells.columns.upperBound - 1) >> shift
    for row in cells.rows.lowerBound >> shift...(cells.rows.upperBound - 1) >> shift {
      var start = columns.lowerBound
      var shade = shade(column: start, row: row, shift: shift)
      for column in columns.lowerBound + 1...columns.upperBound + 1 {
        let next =
          column > columns.upperBound ? nil : self.shade(column: column, row: row, shift: shift)
        guard next != shade else { continue }
        paint(shade, columns: start..<column, row: row, shift: shift)
        start = column
        shade = next
      }
    }
  }

  /// Draws lines every ten cells, fifty, or more; at this zoom nothing else shows the field's size.
  private func paintLines() {
    let step = [10, 50, 100].first { Double($0) * pixels >= Self.leastLineDistance } ?? 500
    let whole = state.layout.rect(of: cells)
    func places(_ range: Range<Int>) -> [Double] {
      range.filter { $0.isMultiple(of: step) && $0 > 0 }.map { Double($0) * Shapes.cell }
    }
    for x in places(cells.columns) {
      stretch(
        PlainDrawings.line,
        over: Rect(minX: x, minY: whole.minY, maxX: x + unitsPerPixel, maxY: whole.maxY))
    }
    for y in places(cells.rows) {
      stretch(
        PlainDrawings.line,
        over: Rect(minX: whole.minX, minY: y, maxX: whole.maxX, maxY: y + unitsPerPixel))
    }
  }

  private struct Shade: Hashable {
    var open: Int
    var marked: Int
  }

  private func shade(column: Int, row: Int, shift: Int) -> Shade? {
    let block = state.blocks.block(column: column, row: row, shift: shift)
    let cells = state.blocks.cells(column: column, row: row, shift: shift)
    return Shade(
      open: (Int(block.open) * PlainDrawings.openSteps + cells / 2) / cells,
      marked: (Int(block.marked) * PlainDrawings.markedSteps + cells / 2) / cells)
  }

  private func paint(_ shade: Shade?, columns: Range<Int>, row: Int, shift: Int) {
    guard let shade, shade != Shade(open: 0, marked: 0) else { return }
    let edge = 1 << shift
    let shape = state.layout.shape
    var rect = state.layout.rect(
      of: CellArea(
        columns: columns.lowerBound * edge..<min(columns.upperBound * edge, shape.columns),
        rows: row * edge..<min((row + 1) * edge, shape.rows)))
    // Overlaps the neighbours by half a pixel, so that the ground does not show at the seams.
    rect.maxX = min(rect.maxX + unitsPerPixel / 2, state.layout.field.maxX)
    rect.maxY = min(rect.maxY + unitsPerPixel / 2, state.layout.field.maxY)
    stretch(PlainDrawings.block(open: shade.open, marked: shade.marked), over: rect)
  }
}
