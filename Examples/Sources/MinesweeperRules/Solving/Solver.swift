/// Deduces what follows from the open cells, like a player who never guesses.
///
/// It knows only the numbers passed to `see(_:count:)` and the number of mines, not the mines
/// themselves. The rules are tried in order of cost: single numbers, pairs of numbers, and finally
/// every possible arrangement of mines along the border of the open cells, combined with the number
/// of remaining mines.
public struct Solver: Sendable {
  /// The knowledge about a cell.
  enum Knowledge: Hashable, Sendable {
    case unknown
    case mine
    case safe
    case open(Int)
  }

  let shape: BoardShape
  private(set) var known: [Knowledge]
  /// The number of mines found.
  private(set) var minesFound = 0
  private var singles = Waiting()
  private var pairs = Waiting()
  /// True if anything has changed since the last analysis of the whole border.
  private var bordersChanged = true

  /// Makes a solver without any knowledge.
  public init(_ shape: BoardShape) {
    self.shape = shape
    known = [Knowledge](repeating: .unknown, count: shape.cells)
  }

  /// Records that a cell is open with a number of mines around it, or that its number has changed.
  public mutating func see(_ index: Int, count: Int) {
    guard known[index] != .open(count) else { return }
    known[index] = .open(count)
    noteChange(at: index)
  }

  /// Returns the next deductions; empty if nothing follows without a guess.
  ///
  /// The solver then treats them as known, so each is returned once.
  public mutating func deduce() -> Deduction {
    var found = Deduction()
    while let index = singles.next() { applySingle(at: index, to: &found) }
    if !found.isEmpty { return found }
    while let index = pairs.next() {
      applyPairs(at: index, to: &found)
      if !found.isEmpty { return found }
    }
    guard bordersChanged else { return found }
    bordersChanged = false
    let certain = Border(self).solve(minesLeft: shape.mines - minesFound)
    for index in certain.safe { note(.safe, index, &found) }
    for index in certain.mines { note(.mine, index, &found) }
    return found
  }

  /// Returns true for an open number next to unknown cells.
  func isStuckNumber(_ index: Int) -> Bool {
    guard case .open(let count) = known[index], count > 0 else { return false }
    return shape.neighbors(of: index).contains { known[$0] == .unknown }
  }

  // MARK: Rules

  private mutating func applySingle(at index: Int, to found: inout Deduction) {
    guard case .open(let count) = known[index] else { return }
    var mines = 0
    var unknown: [Int] = []
    shape.forEachNeighbor(of: index) { [known] neighbor in
      switch known[neighbor] {
      case .mine: mines += 1
      case .unknown: unknown.append(neighbor)
      case .safe, .open: break
      }
    }
    guard !unknown.isEmpty else { return }
    if mines == count {
      for neighbor in unknown { note(.safe, neighbor, &found) }
    } else if mines + unknown.count == count {
      for neighbor in unknown { note(.mine, neighbor, &found) }
    } else {
      pairs.add(index)
    }
  }

  /// Compares two numbers with common neighbours: if the difference of their missing mines equals
  /// the number of cells that only the first one has, all of those have mines, and the second's own
  /// cells have none.
  private mutating func applyPairs(at index: Int, to found: inout Deduction) {
    let window = NumberWindow(around: index, shape, known)
    guard let own = window.own, own.cells != 0 else { return }
    for other in window.others {
      guard own.cells & other.cells != 0 else { continue }
      let mine = own.cells & ~other.cells
      let its = other.cells & ~own.cells
      guard mine | its != 0 else { continue }
      if own.mines - other.mines == mine.nonzeroBitCount {
        note(mines: mine, safe: its, window, &found)
      } else if other.mines - own.mines == its.nonzeroBitCount {
        note(mines: its, safe: mine, window, &found)
      }
      if !found.isEmpty {
        // The pair may allow more deductions.
        pairs.add(index)
        return
      }
    }
  }

  private mutating func note(
    mines: UInt64, safe: UInt64, _ window: NumberWindow, _ found: inout Deduction
  ) {
    for index in window.indices(of: mines) { note(.mine, index, &found) }
    for index in window.indices(of: safe) { note(.safe, index, &found) }
  }

  private mutating func note(_ knowledge: Knowledge, _ index: Int, _ found: inout Deduction) {
    guard known[index] == .unknown else { return }
    known[index] = knowledge
    if knowledge == .mine {
      minesFound += 1
      found.mines.append(index)
    } else {
      found.safe.append(index)
    }
    noteChange(at: index)
  }

  private mutating func noteChange(at index: Int) {
    bordersChanged = true
    if case .open = known[index] { singles.add(index) }
    for neighbor in shape.neighbors(of: index) {
      if case .open = known[neighbor] { singles.add(neighbor) }
    }
  }
}

/// The cells still to be examined, without duplicates.
private struct Waiting: Sendable {
  private var queue: [Int] = []
  private var members: Set<Int> = []

  mutating func add(_ index: Int) {
    if members.insert(index).inserted { queue.append(index) }
  }

  mutating func next() -> Int? {
    guard let index = queue.popLast() else { return nil }
    members.remove(index)
    return index
  }
}
