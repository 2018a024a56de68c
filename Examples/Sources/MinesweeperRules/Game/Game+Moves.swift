/// The player's moves.
extension Game {
  /// Uncovers a cell without a flag; if it has no mines around it, its neighbours are uncovered
  /// too.
  public mutating func uncover(_ cell: Cell, at now: Double) -> Change {
    guard isOpenToMoves(at: cell) else { return Change() }
    let index = shape.index(of: cell)
    guard covers[index] == .covered || covers[index] == .questioned else { return Change() }
    return uncover([index], at: now)
  }

  /// Uncovers all neighbours without a flag of an open number, if it has as many flags around it.
  public mutating func chord(_ cell: Cell, at now: Double) -> Change {
    guard isOpenToMoves(at: cell), let field else { return Change() }
    let index = shape.index(of: cell)
    guard covers[index] == .open else { return Change() }
    let neighbors = shape.neighbors(of: index)
    let flagged = neighbors.count { covers[$0] == .flagged }
    guard flagged > 0, flagged == field.count(around: index) else { return Change() }
    return uncover(
      neighbors.filter { covers[$0] == .covered || covers[$0] == .questioned }, at: now)
  }

  /// Uncovers a covered cell, or chords an open one.
  public mutating func tap(_ cell: Cell, at now: Double) -> Change {
    guard shape.contains(cell) else { return Change() }
    return covers[shape.index(of: cell)] == .open ? chord(cell, at: now) : uncover(cell, at: now)
  }

  /// Cycles a covered cell's mark: none, flag and, if question marks are used, question mark.
  public mutating func mark(_ cell: Cell) -> Change {
    guard isOpenToMoves(at: cell) else { return Change() }
    let index = shape.index(of: cell)
    switch covers[index] {
    case .open: return Change()
    case .covered:
      covers[index] = .flagged
      flags += 1
    case .flagged:
      covers[index] = usesQuestionMarks ? .questioned : .covered
      flags -= 1
    case .questioned: covers[index] = .covered
    }
    return Change([index])
  }

  private func isOpenToMoves(at cell: Cell) -> Bool {
    !isOver && !isPaused && shape.contains(cell)
  }

  private mutating func uncover(_ start: [Int], at now: Double) -> Change {
    guard let first = start.first else { return Change() }
    let field = self.field ?? mining(shape, first)
    if phase == .ready {
      self.field = field
      phase = .playing
      watch.start(at: now)
    }
    var change = Change(open(start, in: field))
    exploded = Set(start.filter(field.isMine))
    if !exploded.isEmpty {
      end(.lost, at: now)
      change.cells += (0..<shape.cells).filter { isShownByLoss($0, in: field) }
    } else if coveredWithoutMine == 0 {
      end(.won, at: now)
      change.cells += flagAll(in: field)
    }
    return change
  }

  /// Opens cells and floods through those without mines around them; iterative, since a region may
  /// be as large as the field.
  private mutating func open(_ start: [Int], in field: MineField) -> [Int] {
    var opened: [Int] = []
    for index in start where covers[index] != .open {
      covers[index] = .open
      opened.append(index)
    }
    var next = 0
    while next < opened.count {
      let index = opened[next]
      next += 1
      if field.isMine(index) { continue }
      coveredWithoutMine -= 1
      guard field.count(around: index) == 0 else { continue }
      shape.forEachNeighbor(of: index) { neighbor in
        guard covers[neighbor] == .covered || covers[neighbor] == .questioned else { return }
        covers[neighbor] = .open
        opened.append(neighbor)
      }
    }
    return opened
  }

  private mutating func end(_ phase: Phase, at now: Double) {
    self.phase = phase
    watch.stop(at: now)
  }

  /// Returns true if the end of a lost game changes the face of a cell.
  private func isShownByLoss(_ index: Int, in field: MineField) -> Bool {
    switch covers[index] {
    case .open: false
    case .flagged: !field.isMine(index)
    case .covered, .questioned: field.isMine(index)
    }
  }

  /// Flags all cells that are still covered, which are the mines.
  private mutating func flagAll(in field: MineField) -> [Int] {
    var changed: [Int] = []
    for index in covers.indices where covers[index] != .open && covers[index] != .flagged {
      covers[index] = .flagged
      changed.append(index)
    }
    flags += changed.count
    return changed
  }
}

extension Change {
  fileprivate init(_ cells: [Int]) { self.cells = cells }
}
