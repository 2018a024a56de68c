/// Deductions from the number of remaining mines, for the border's components and the cells beyond.
struct MineTotals {
  /// The knowledge about the cells beyond the border.
  enum Outside {
    /// No cell has a mine.
    case empty
    /// All have a mine.
    case full
    /// Neither is certain.
    case open
  }

  /// The knowledge about the cells beyond the border.
  let outside: Outside
  /// For each component, the possible sums of all other components.
  private let others: [UInt128]
  /// The sums of the whole border that leave a possible number of mines for the cells beyond.
  private let allowed: UInt128

  /// `nil` if sums are unknown, since one component is too large or all of them together are.
  init?(_ solutions: [BorderComponent.Solution?], outside count: Int, minesLeft: Int) {
    let sums = solutions.compactMap { $0?.totals }
    let most = sums.reduce(0) { $0 + 127 - $1.leadingZeroBitCount }
    guard sums.count == solutions.count, sums.allSatisfy({ $0 != 0 }), most <= 127 else {
      return nil
    }
    // Prefix and suffix sums of the components; combined, they leave out just one component.
    var below: [UInt128] = [1]
    for sum in sums { below.append(below[below.count - 1].sums(with: sum)) }
    var above: UInt128 = 1
    var others = [UInt128](repeating: 1, count: sums.count)
    for place in sums.indices.reversed() {
      others[place] = below[place].sums(with: above)
      above = above.sums(with: sums[place])
    }
    self.others = others
    var allowed: UInt128 = 0
    for sum in 0...127 where (minesLeft - count...minesLeft).contains(sum) {
      allowed |= 1 << UInt128(sum)
    }
    self.allowed = allowed
    let possible = above & allowed
    if possible != 0, minesLeft <= 127, possible == 1 << UInt128(minesLeft) {
      outside = .empty
    } else if possible != 0, (0...127).contains(minesLeft - count),
      possible == 1 << UInt128(minesLeft - count)
    {
      outside = .full
    } else {
      outside = .open
    }
  }

  /// Returns true if one of a component's sums is possible with the others and the remaining mines.
  func allows(_ sums: UInt128, in component: Int) -> Bool {
    sums.sums(with: others[component]) & allowed != 0
  }
}
