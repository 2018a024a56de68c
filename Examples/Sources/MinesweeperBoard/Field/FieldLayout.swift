import Fresnel
import MinesweeperRules

/// The layout of the cells in the view's world, in units: a cell is 64 units wide.
///
/// The field's top left corner is the origin. Around it are a frame and a margin of table; the
/// margin above is large enough that the bar does not cover the field when the whole world is in
/// view.
public struct FieldLayout: Hashable, Sendable {
  /// The size of a cell, in units.
  public static let cell = Shapes.cell
  /// The width of the frame around the field, in units.
  static let frame = 18.0
  /// The minimum margin of table around the field, in units.
  static let side = 44.0

  /// The field's size in cells.
  public let shape: BoardShape
  /// The bounds of the whole drawing.
  public let world: Rect

  /// Makes the layout for a surface whose top edge a bar covers; both in pixels.
  public init(_ shape: BoardShape, surface: PixelSize, bar: Double) {
    self.shape = shape
    let width = Double(shape.columns) * Self.cell
    let height = Double(shape.rows) * Self.cell
    let top =
      Self.side
      + Self.room(
        width: width + 2 * Self.side, height: height + 2 * Self.side, surface: surface, bar: bar)
    world = Rect(
      minX: -Self.side, minY: -top, maxX: width + Self.side, maxY: height + Self.side)
  }

  /// Returns the height to add to the world, in units, so that the bar covers none of the rest.
  private static func room(width: Double, height: Double, surface: PixelSize, bar: Double) -> Double
  {
    let (right, bottom) = (Double(surface.width), Double(surface.height))
    guard right > 0, bottom > 2 * bar else { return 0 }
    // The scale at which the whole world is visible.
    let scale = min(right / width, bottom / height)
    let above = (bottom - height * scale) / 2
    guard above < bar else { return 0 }
    let room = 2 * (bar - above) / scale
    if (height + room) * scale <= bottom { return room }
    // The world fills the height: the more height is added, the smaller the scale.
    return height * bar / (bottom - bar)
  }

  /// The field's rectangle.
  public var field: Rect {
    Rect(
      minX: 0, minY: 0, maxX: Double(shape.columns) * Self.cell,
      maxY: Double(shape.rows) * Self.cell)
  }

  /// Returns the rectangle of an area of cells.
  public func rect(of area: CellArea) -> Rect {
    Rect(
      minX: Double(area.columns.lowerBound) * Self.cell,
      minY: Double(area.rows.lowerBound) * Self.cell,
      maxX: Double(area.columns.upperBound) * Self.cell,
      maxY: Double(area.rows.upperBound) * Self.cell)
  }

  /// Returns the rectangle of a cell.
  public func rect(of cell: Cell) -> Rect { rect(of: CellArea(cell)) }

  /// Returns the cell at a point of the view's picture, whose origin is the world's corner.
  public func cell(atPicture point: Point) -> Cell? {
    let x = ((point.x + world.minX) / Self.cell).rounded(.down)
    let y = ((point.y + world.minY) / Self.cell).rounded(.down)
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    let cell = Cell(column: Int(x), row: Int(y))
    return shape.contains(cell) ? cell : nil
  }

  /// Returns the middle of a cell as a point of the view's picture.
  public func picturePoint(of cell: Cell) -> Point {
    let center = rect(of: cell).center
    return Point(x: center.x - world.minX, y: center.y - world.minY)
  }

  /// Returns the cells that intersect an area; `nil` if there are none.
  func cells(in area: Rect) -> CellArea? {
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int>? {
      let first = max(0, min((low / Self.cell).rounded(.down), Double(count)))
      let end = max(0, min((high / Self.cell).rounded(.up), Double(count)))
      return first < end ? Int(first)..<Int(end) : nil
    }
    guard let columns = range(area.minX, area.maxX, shape.columns),
      let rows = range(area.minY, area.maxY, shape.rows)
    else { return nil }
    return CellArea(columns: columns, rows: rows)
  }
}
