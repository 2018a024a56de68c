import Geometry
import Outlines

/// Finds the boxes that touch an area: a tree of boxes, packed when it is created.
///
/// Boxes are sorted into tiles by their centres (sort-tile-recursive; Leutenegger, Lopez and
/// Edgington 1997), 16 per node. The index takes 16 bytes per box in addition to the box.
struct BoxIndex: Sendable {
  private static let width = 16

  /// All boxes in the tree's order, followed by the boxes of the nodes, level by level.
  private var boxes: [Rect] = []
  /// The given index of each box on the lowest level.
  private var order: [Int32] = []
  /// The start of each level in `boxes`, from the lowest level, then the end.
  private var starts: [Int] = [0]

  /// Creates a tree of boxes; empty ones are never found.
  init(_ given: [Rect]) {
    var order = given.indices.filter { given[$0].hasPoints }.map { Int32($0) }
    let nodes = (order.count + Self.width - 1) / Self.width
    let slices = max(1, Int(Double(nodes).squareRoot().rounded(.up)))
    let perSlice = slices * Self.width
    func x(_ index: Int32) -> Double { given[Int(index)].minX + given[Int(index)].maxX }
    func y(_ index: Int32) -> Double { given[Int(index)].minY + given[Int(index)].maxY }
    order.sort { (x($0), $0) < (x($1), $1) }
    var at = 0
    while at < order.count {
      let end = min(at + perSlice, order.count)
      order[at..<end].sort { (y($0), $0) < (y($1), $1) }
      at = end
    }
    self.order = order
    boxes = order.map { given[Int($0)] }
    starts.append(boxes.count)
    while starts[starts.count - 1] - starts[starts.count - 2] > 1 {
      let (begin, end) = (starts[starts.count - 2], starts[starts.count - 1])
      for first in stride(from: begin, to: end, by: Self.width) {
        boxes.append(
          boxes[first..<min(first + Self.width, end)].reduce(.nothing) { $0.union($1) })
      }
      starts.append(boxes.count)
    }
  }

  /// Returns the indices of the given boxes that touch an area, in ascending order.
  func touching(_ area: Rect) -> [Int] {
    var found: [Int] = []
    guard !order.isEmpty else { return found }
    var stack: [(level: Int, place: Int)] = [(starts.count - 2, 0)]
    while let (level, place) = stack.popLast() {
      guard boxes[starts[level] + place].touches(area) else { continue }
      guard level > 0 else {
        found.append(Int(order[place]))
        continue
      }
      let below = starts[level] - starts[level - 1]
      for child in place * Self.width..<min((place + 1) * Self.width, below) {
        stack.append((level - 1, child))
      }
    }
    found.sort()
    return found
  }
}
