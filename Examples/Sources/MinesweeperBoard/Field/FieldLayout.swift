import Fresnel
import MinesweeperRules

/// Where the cells lie in the world that the view shows, in units: 64 for a cell's edge.
///
/// The field's top left corner is the origin. Around it are a frame and some of the table; above it
/// as much that the whole field is seen below the bar when all of the world is.
public struct FieldLayout: Hashable, Sendable {
  /// The units of a cell's edge.
  public static let cell = Shapes.cell
  /// How wide the frame around the field is.
  static let frame = 18.0
  /// How much of the table is seen beyond the field at least.
  static let side = 44.0

  /// The field's size in cells.
  public let shape: BoardShape
  /// All that is shown.
  public let world: Rect

  /// The layout on a surface whose upper edge a bar covers, both in pixels.
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

  /// How much the world has to be higher so that the bar covers none of it but that.
  private static func room(width: Double, height: Double, surface: PixelSize, bar: Double) -> Double
  {
    let (right, bottom) = (Double(surface.width), Double(surface.height))
    guard right > 0, bottom > 2 * bar else { return 0 }
    // The scale at which all of it is shown.
    let scale = min(right / width, bottom / height)
    let above = (bottom - height * scale) / 2
    guard above < bar else { return 0 }
    let room = 2 * (bar - above) / scale
    if (height + room) * scale <= bottom { return room }
    // It takes all of the height: the more it gets, the smaller it is shown.
    return height * bar / (bottom - bar)
  }

  /// The field itself.
  public var field: Rect {
    Rect(
      minX: 0, minY: 0, maxX: Double(shape.columns) * Self.cell,
      maxY: Double(shape.rows) * Self.cell)
  }

  /// The place of a rectangle of cells.
  public func rect(of area: CellArea) -> Rect {
    Rect(
      minX: Double(area.columns.lowerBound) * Self.cell,
      minY: Double(area.rows.lowerBound) * Self.cell,
      maxX: Double(area.columns.upperBound) * Self.cell,
      maxY: Double(area.rows.upperBound) * Self.cell)
  }

  /// The place of a cell.
  public func rect(of cell: Cell) -> Rect { rect(of: CellArea(cell)) }

  /// The cell at a point of the view's picture, whose origin is the world's corner.
  public func cell(atPicture point: Point) -> Cell? {
    let x = ((point.x + world.minX) / Self.cell).rounded(.down)
    let y = ((point.y + world.minY) / Self.cell).rounded(.down)
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    let cell = Cell(column: Int(x), row: Int(y))
    return shape.contains(cell) ? cell : nil
  }

  /// The middle of a cell as a point of the view's picture.
  public func picturePoint(of cell: Cell) -> Point {
    let center = rect(of: cell).center
    return Point(x: center.x - world.minX, y: center.y - world.minY)
  }

  /// The cells that touch an area; `nil` where none does.
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
