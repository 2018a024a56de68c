import Fresnel
import FresnelDrawing
import MinesweeperRules

/// Provides the shapes of cells of a few pixels: their ground in rows, the lines between them, and
/// the symbols on them.
struct RowPainter {
  private let painter: FieldPainter
  private let pixels: Double

  /// The minimum size of a cell in pixels at which a number is readable.
  private static let readablePixels = 8.0
  /// The minimum size in pixels at which a flag is drawn as more than a dot.
  private static let figurePixels = 12.0

  init(_ painter: FieldPainter, pixels: Double) {
    self.painter = painter
    self.pixels = pixels
  }

  private var state: FieldState { painter.state }
  private var cells: CellArea { painter.cells }

  func paint() {
    for row in cells.rows { paintGround(of: row) }
    paintGaps()
    for row in cells.rows {
      for column in cells.columns {
        let code = state.code(column: column, row: row)
        if code != .covered, code.byte != 0 { paint(code, column, row) }
      }
    }
  }

  /// Draws each run of covered or of open cells in a row as one rectangle.
  private func paintGround(of row: Int) {
    var start = cells.columns.lowerBound
    var isOpen = state.code(column: start, row: row).isOpen
    for column in cells.columns.lowerBound + 1...cells.columns.upperBound {
      let isLast = column == cells.columns.upperBound
      let next = isLast ? !isOpen : state.code(column: column, row: row).isOpen
      guard next != isOpen else { continue }
      painter.stretch(
        isOpen ? PlainDrawings.paper : PlainDrawings.keys,
        over: state.layout.rect(of: CellArea(columns: start..<column, rows: row..<row + 1)))
      start = column
      isOpen = next
    }
  }

  private func paintGaps() {
    let whole = state.layout.rect(of: cells)
    let half = Shapes.cell * 0.035
    for column in cells.columns.lowerBound...cells.columns.upperBound {
      let x = Double(column) * Shapes.cell
      painter.stretch(
        PlainDrawings.gap,
        over: Rect(minX: x - half, minY: whole.minY, maxX: x + half, maxY: whole.maxY))
    }
    for row in cells.rows.lowerBound...cells.rows.upperBound {
      let y = Double(row) * Shapes.cell
      painter.stretch(
        PlainDrawings.gap,
        over: Rect(minX: whole.minX, minY: y - half, maxX: whole.maxX, maxY: y + half))
    }
  }

  private func paint(_ code: CellCode, _ column: Int, _ row: Int) {
    if code == .exploded { dot(PlainDrawings.alarm, 0.04, column, row) }
    if let number = code.number {
      if pixels >= Self.readablePixels {
        painter.place(PlainDrawings.digits[number - 1], column, row)
      } else {
        dot(PlainDrawings.numbers[number - 1], 0.24, column, row)
      }
      return
    }
    let figure = code == .exploded ? .mine : code
    if pixels >= Self.figurePixels, let drawing = PlainDrawings.figures[figure] {
      painter.place(drawing, column, row)
      return
    }
    switch code {
    case .mine, .exploded, .wrongFlag: dot(PlainDrawings.mine, 0.25, column, row)
    case .questioned: dot(PlainDrawings.question, 0.3, column, row)
    default: dot(PlainDrawings.flag, 0.2, column, row)
    }
  }

  /// Draws a square inset from the cell's edges by a fraction of its size.
  private func dot(_ drawing: Drawing, _ inset: Double, _ column: Int, _ row: Int) {
    let place = state.layout.rect(of: Cell(column: column, row: row))
    let way = inset * Shapes.cell
    painter.stretch(
      drawing,
      over: Rect(
        minX: place.minX + way, minY: place.minY + way, maxX: place.maxX - way,
        maxY: place.maxY - way))
  }
}
