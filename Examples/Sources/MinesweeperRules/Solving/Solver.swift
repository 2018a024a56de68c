/// Finds out what follows from the open cells, as a player does who never guesses.
///
/// It knows what it is told by `see(_:count:)` and the number of mines, never the mines themselves.
/// The rules are tried in the order of their cost: single numbers, pairs of numbers, and at last
/// every way in which mines can lie along the border of what is open, together with the mines that
/// are left.
public struct Solver: Sendable {
  /// What is known of a cell.
  enum Knowledge: Hashable, Sendable {
    case unknown
    case mine
    case safe
    case open(Int)
  }

  let shape: BoardShape
  private(set) var known: [Knowledge]
  /// Mines that were found.
  private(set) var minesFound = 0
  private var singles = Waiting()
  private var pairs = Waiting()
  /// Whether anything has changed since the whole border was looked at.
  private var bordersChanged = true

  /// One that knows nothing yet.
  public init(_ shape: BoardShape) {
    self.shape = shape
    known = [Knowledge](repeating: .unknown, count: shape.cells)
  }

  /// Tells it that a cell is open, and how many mines lie around it; or that the number is another
  /// now.
  public mutating func see(_ index: Int, count: Int) {
    guard known[index] != .open(count) else { return }
    known[index] = .open(count)
    noteChange(at: index)
  }

  /// What follows next; empty where nothing does without a guess.
  ///
  /// What it has found it takes for known: it is told once.
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

  /// Open cells beside cells that nothing is known of.
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

  /// Two numbers with common neighbours: where one needs so many mines more than the other that all
  /// cells that are only its own must have one, those that are only the other's have none.
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
        // There may be more in it.
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

/// Cells that wait to be looked at, each once.
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
