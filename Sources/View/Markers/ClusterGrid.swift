import Geometry

/// How nearby markers are combined into clusters.
package struct MarkerClustering: Hashable, Sendable {
  /// The minimum edge of a grid square in device pixels; the markers in a square are drawn as one.
  package var distance: Double
  /// The sprite of a cluster; its number of markers is drawn over it.
  package var sprite: SpriteID
  /// The font size of the number in device pixels.
  package var letterSize: Double
  /// The colour of the number.
  package var letterColor: OpaqueColor

  /// Creates a clustering.
  package init(
    sprite: SpriteID, distance: Double = 48, letterSize: Double = 13,
    letterColor: OpaqueColor = OpaqueColor(red: 255, green: 255, blue: 255)
  ) {
    self.letterColor = letterColor
    self.sprite = sprite
    self.distance = distance
    self.letterSize = letterSize
  }
}

/// A cluster: the markers in one grid square of the picture, at a zoom level.
package struct MarkerCluster: Hashable, Sendable {
  /// The square, and its grid's level.
  let cell: GridCell
  let level: Int
}

/// The number and the mean position of the markers in each square of a grid.
///
/// The squares belong to the picture, so that panning does not change them.
struct ClusterGrid {
  /// The content of a square.
  struct Sum: Hashable {
    var count = 0
    /// The sum of the points, relative to the square's corner.
    var x = 0.0
    var y = 0.0
    /// The XOR of all slots in the owner's array; with a single marker, that marker's slot.
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

  /// Calls `body` with the content of each square that an area touches.
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

  /// Returns the mean position in a square, inset so that the cluster's sprite stays in the square.
  func middle(of sum: Sum, in cell: GridCell, inset: Double) -> Point {
    let inset = min(inset, edge / 2)
    func inside(_ value: Double) -> Double {
      max(inset, min(edge - inset, value / Double(max(1, sum.count))))
    }
    return Point(
      x: Double(cell.column) * edge + inside(sum.x), y: Double(cell.row) * edge + inside(sum.y))
  }
}
