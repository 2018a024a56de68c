import Geometry

/// A spatial index of markers: a grid whose squares hold about eight markers each.
///
/// Markers are slots in an array of points that their owner keeps. Moving a marker changes one or
/// two squares.
struct PointIndex {
  private var cells: [GridCell: [Int32]] = [:]
  private var edge = 1.0
  private var count = 0
  /// The number of markers beyond which the squares are made smaller.
  private var capacity = 0

  /// The intended number of markers per square.
  private static let perCell = 8

  /// Adds a marker; `points` has the points of all markers, including the new one.
  mutating func insert(_ slot: Int32, _ points: [Point], live: () -> [Int32]) {
    count += 1
    if count > capacity { return rebuild(points, live()) }
    cells[GridCell(of: points[Int(slot)], edge: edge), default: []].append(slot)
  }

  /// Removes a marker from its point's square.
  mutating func remove(_ slot: Int32, at point: Point) {
    count -= 1
    take(slot, from: GridCell(of: point, edge: edge))
  }

  /// Moves a marker from one point to another.
  mutating func move(_ slot: Int32, from old: Point, to new: Point) {
    let before = GridCell(of: old, edge: edge)
    let after = GridCell(of: new, edge: edge)
    guard before != after else { return }
    take(slot, from: before)
    cells[after, default: []].append(slot)
  }

  private mutating func take(_ slot: Int32, from cell: GridCell) {
    guard let index = cells.index(forKey: cell) else { return }
    if let place = cells.values[index].firstIndex(of: slot) {
      cells.values[index].swapAt(place, cells.values[index].count - 1)
      cells.values[index].removeLast()
    }
    if cells.values[index].isEmpty { cells.remove(at: index) }
  }

  /// Rebuilds the grid with squares that suit the number and the extent of the markers.
  mutating func rebuild(_ points: [Point], _ live: [Int32]) {
    count = live.count
    capacity = max(64, 4 * count)
    var low = Point(x: .infinity, y: .infinity)
    var high = Point(x: -.infinity, y: -.infinity)
    for slot in live {
      let point = points[Int(slot)]
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    let width = max(high.x - low.x, 0)
    let height = max(high.y - low.y, 0)
    let cellCount = Double(max(1, count / Self.perCell))
    let byArea = (width * height / cellCount).squareRoot()
    // Markers on a line span no area: use the longer side.
    edge = max(byArea, max(width, height) / cellCount, 1e-6)
    if !edge.isFinite { edge = 1 }
    cells.removeAll(keepingCapacity: true)
    for slot in live {
      cells[GridCell(of: points[Int(slot)], edge: edge), default: []].append(slot)
    }
  }

  /// Calls `body` with the markers of each square that an area touches, until it returns false.
  @inline(__always)
  func forEachCell(touching area: Rect, _ body: ([Int32]) -> Bool) {
    let range = GridRange(area, edge: edge)
    if range.count > cells.count {
      for (cell, slots) in cells where range.contains(cell) { if !body(slots) { return } }
      return
    }
    for row in range.rows {
      for column in range.columns {
        if let slots = cells[GridCell(row: row, column: column)], !body(slots) { return }
      }
    }
  }
}
