import Geometry

/// How markers that stand close together are drawn as one.
public struct MarkerClustering: Hashable, Sendable {
  /// Markers of one square of the picture, at least so many device pixels wide, are drawn as one.
  public var distance: Double
  /// What several markers look like; their number is written over it.
  public var sprite: SpriteID
  /// How large the number's letters are: the font's size in device pixels.
  public var letterSize: Double
  /// The letters' colour.
  public var letterColor: OpaqueColor

  /// Squares and what stands for what is in one.
  public init(
    sprite: SpriteID, distance: Double = 48, letterSize: Double = 13,
    letterColor: OpaqueColor = OpaqueColor(red: 255, green: 255, blue: 255)
  ) {
    self.letterColor = letterColor
    self.sprite = sprite
    self.distance = distance
    self.letterSize = letterSize
  }
}

/// Several markers that are drawn as one: those of one square of the picture at a zoom.
public struct MarkerCluster: Hashable, Sendable {
  /// The square, and which of the grids.
  let cell: GridCell
  let level: Int
}

/// Markers summed up in the squares of one edge: of each the number and the middle.
///
/// The squares belong to the picture, so that panning changes none of them.
struct ClusterGrid {
  /// What is in a square.
  struct Sum: Hashable {
    var count = 0
    /// The sum of the points, from the square's corner.
    var x = 0.0
    var y = 0.0
    /// All places in the owner's array, combined: of one marker alone it is its own.
    var slots: Int32 = 0

    mutating func add(_ slot: Int32, _ point: Point, in cell: GridCell, edge: Double) {
      count += 1
      x += point.x - Double(cell.column) * edge
      y += point.y - Double(cell.row) * edge
      slots ^= slot
    }

    mutating func subtract(_ slot: Int32, _ point: Point, in cell: GridCell, edge: Double) {
      count -= 1
      x -= point.x - Double(cell.column) * edge
      y -= point.y - Double(cell.row) * edge
      slots ^= slot
    }
  }

  /// The edge of a square, in units of the picture.
  let edge: Double
  private(set) var sums: [GridCell: Sum] = [:]

  init(edge: Double) { self.edge = edge }

  mutating func insert(_ slot: Int32, at point: Point) {
    let cell = GridCell(of: point, edge: edge)
    sums[cell, default: Sum()].add(slot, point, in: cell, edge: edge)
  }

  mutating func remove(_ slot: Int32, at point: Point) {
    let cell = GridCell(of: point, edge: edge)
    sums[cell]?.subtract(slot, point, in: cell, edge: edge)
    if sums[cell]?.count == 0 { sums[cell] = nil }
  }

  /// What is in the squares that an area touches.
  func forEach(touching area: Rect, _ body: (GridCell, Sum) -> Void) {
    let range = GridRange(area, edge: edge)
    if range.count > sums.count {
      for (cell, sum) in sums where range.contains(cell) { body(cell, sum) }
      return
    }
    for row in range.rows {
      for column in range.columns {
        let cell = GridCell(row: row, column: column)
        if let sum = sums[cell] { body(cell, sum) }
      }
    }
  }

  /// The middle of what is in a square, so far inside that what is drawn there stays in the square.
  func middle(of sum: Sum, in cell: GridCell, inset: Double) -> Point {
    let inset = min(inset, edge / 2)
    func inside(_ value: Double) -> Double {
      max(inset, min(edge - inset, value / Double(max(1, sum.count))))
    }
    return Point(
      x: Double(cell.column) * edge + inside(sum.x), y: Double(cell.row) * edge + inside(sum.y))
  }
}
