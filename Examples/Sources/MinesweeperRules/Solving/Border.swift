/// The unknown cells next to open numbers, in components that depend on each other only through the
/// number of remaining mines.
struct Border {
  private let components: [BorderComponent]
  /// The unknown cells that are not next to an open number.
  private let outside: [Int]

  init(_ solver: Solver) {
    let shape = solver.shape
    var numbers: [BorderNumber] = []
    var numbersOfCell: [Int: [Int]] = [:]
    var outside: [Int] = []
    for index in 0..<shape.cells {
      guard case .open(let count) = solver.known[index], count > 0 else { continue }
      var number = BorderNumber(mines: count, cells: 0)
      for neighbor in shape.neighbors(of: index) {
        switch solver.known[neighbor] {
        case .mine: number.mines -= 1
        case .unknown:
          number.cells += 1
          numbersOfCell[neighbor, default: []].append(numbers.count)
        case .safe, .open: break
        }
      }
      if number.cells > 0 { numbers.append(number) }
    }
    for index in 0..<shape.cells
    where solver.known[index] == .unknown && numbersOfCell[index] == nil {
      outside.append(index)
    }
    self.outside = outside
    // Cells with the same numbers around them are equivalent, so they are counted together.
    var groups: [[Int]: [Int]] = [:]
    for (cell, around) in numbersOfCell { groups[around, default: []].append(cell) }
    let ordered = groups.map { BorderGroup(cells: $0.value.sorted(), numbers: $0.key) }
      .sorted { $0.cells[0] < $1.cells[0] }
    components = BorderComponent.components(of: ordered, numbers)
  }

  /// Returns what holds in every arrangement; `minesLeft` is the number of mines not found yet.
  func solve(minesLeft: Int) -> Deduction {
    let solutions = components.map { $0.solve() }
    var found = Deduction()
    let totals = MineTotals(solutions, outside: outside.count, minesLeft: minesLeft)
    for (place, solution) in solutions.enumerated() {
      guard let solution else { continue }
      for (group, ways) in zip(components[place].groups, solution.ways) {
        let possible = ways.indices.filter {
          totals?.allows(ways[$0], in: place) ?? (ways[$0] != 0)
        }
        if possible == [0] { found.safe += group.cells }
        if possible == [group.cells.count] { found.mines += group.cells }
      }
    }
    switch totals?.outside {
    case .empty: found.safe += outside
    case .full: found.mines += outside
    case .open, nil: break
    }
    return found
  }
}

/// An open number at the border.
struct BorderNumber {
  /// The number of mines around it that are not found yet.
  var mines: Int
  /// The number of unknown cells around it.
  var cells: Int
}

/// The unknown cells next to the same numbers.
struct BorderGroup {
  /// The cells.
  var cells: [Int]
  /// The numbers, in order.
  var numbers: [Int]
}
