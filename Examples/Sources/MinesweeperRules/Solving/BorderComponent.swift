/// A part of the border that is connected by its numbers.
struct BorderComponent {
  /// The possible arrangements of mines in the component.
  struct Solution {
    /// For each group and each number of mines in it, the possible sums of mines in the whole
    /// component, as a bit set; if sums are not tracked, bit 0 means that an arrangement exists.
    var ways: [[UInt128]]
    /// All possible sums as a bit set; `nil` if they are not tracked.
    var totals: UInt128?
  }

  /// The limit of states per layer; above it, the component is skipped.
  private static let stateLimit = 20_000
  /// The limit of cells for which sums of mines fit into the bits; above it, sums are not tracked.
  private static let sumLimit = 127

  /// The groups, ordered so that few numbers are unfinished at a time.
  private(set) var groups: [BorderGroup] = []
  private let numbers: [BorderNumber]

  /// The number of mines that each number still needs, in the order of the component's numbers.
  private typealias State = [UInt8]

  private init(_ groups: [BorderGroup], _ all: [BorderNumber]) {
    var places: [Int: Int] = [:]
    var numbers: [BorderNumber] = []
    for group in groups {
      var own = BorderGroup(cells: group.cells, numbers: [])
      for number in group.numbers {
        if places[number] == nil {
          places[number] = numbers.count
          numbers.append(all[number])
        }
        own.numbers.append(places[number] ?? 0)
      }
      self.groups.append(own)
    }
    self.numbers = numbers
  }

  /// Returns the components of a border.
  static func components(
    of groups: [BorderGroup], _ numbers: [BorderNumber]
  ) -> [BorderComponent] {
    var groupsOfNumber = [[Int]](repeating: [], count: numbers.count)
    for (place, group) in groups.enumerated() {
      for number in group.numbers { groupsOfNumber[number].append(place) }
    }
    var isTaken = [Bool](repeating: false, count: groups.count)
    var components: [BorderComponent] = []
    for start in groups.indices where !isTaken[start] {
      // Breadth-first, so that neighbours are close in the order and few numbers are open at a
      // time.
      var order = [start]
      isTaken[start] = true
      var next = 0
      while next < order.count {
        for number in groups[order[next]].numbers {
          for place in groupsOfNumber[number] where !isTaken[place] {
            isTaken[place] = true
            order.append(place)
          }
        }
        next += 1
      }
      components.append(BorderComponent(order.map { groups[$0] }, numbers))
    }
    return components
  }

  /// Enumerates all arrangements of mines; `nil` if there are too many.
  ///
  /// States in which the open numbers need the same counts are merged, which keeps the enumeration
  /// small.
  func solve() -> Solution? {
    let counts = groups.map(\.cells.count)
    let follows = counts.reduce(0, +) <= Self.sumLimit
    guard let forward = states(follows: follows) else { return nil }
    // Backward pass: for each state, the sums of mines on the paths to the end.
    var backward: [State: UInt128] = [State(repeating: 0, count: numbers.count): 1]
    var ways = counts.map { [UInt128](repeating: 0, count: $0 + 1) }
    let totals = forward.last?.values.reduce(0, |) ?? 1
    for place in groups.indices.reversed() {
      var before: [State: UInt128] = [:]
      for (state, sums) in forward[place] {
        for mines in 0...counts[place] {
          guard let next = state.placing(mines, in: groups[place]), let rest = backward[next] else {
            continue
          }
          let shift = follows ? mines : 0
          before[state, default: 0] |= rest << UInt128(shift)
          ways[place][mines] |= (sums << UInt128(shift)).sums(with: rest)
        }
      }
      backward = before
    }
    return Solution(ways: ways, totals: follows ? totals : nil)
  }

  /// Returns the reachable states before each group and at the end, with their sums of mines.
  private func states(follows: Bool) -> [[State: UInt128]]? {
    var layers: [[State: UInt128]] = [[numbers.map { UInt8(clamping: $0.mines) }: 1]]
    var open = numbers.map(\.cells)
    for group in groups {
      for number in group.numbers { open[number] -= group.cells.count }
      var next: [State: UInt128] = [:]
      for (state, sums) in layers[layers.count - 1] {
        for mines in 0...group.cells.count {
          guard let placed = state.placing(mines, in: group),
            group.numbers.allSatisfy({ Int(placed[$0]) <= open[$0] })
          else { continue }
          next[placed, default: 0] |= sums << UInt128(follows ? mines : 0)
        }
      }
      guard next.count <= Self.stateLimit else { return nil }
      layers.append(next)
    }
    return layers
  }
}

extension [UInt8] {
  /// Returns what the numbers still need after a group has `mines` mines; `nil` if one needs fewer.
  fileprivate func placing(_ mines: Int, in group: BorderGroup) -> [UInt8]? {
    var placed = self
    for number in group.numbers {
      guard Int(placed[number]) >= mines else { return nil }
      placed[number] -= UInt8(mines)
    }
    return placed
  }
}

extension UInt128 {
  /// Returns the sums of one element of each set; sets of numbers are bit sets.
  func sums(with other: UInt128) -> UInt128 {
    var result: UInt128 = 0
    var rest = other
    while rest != 0 {
      result |= self << UInt128(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return result
  }
}
