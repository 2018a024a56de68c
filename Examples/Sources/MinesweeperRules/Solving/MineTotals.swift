/// What the number of mines that are left says of the border's components and of what lies beyond.
struct MineTotals {
  /// What is known of the cells beyond the border.
  enum Outside {
    /// None has a mine.
    case empty
    /// All have one.
    case full
    /// Neither is certain.
    case open
  }

  /// What is known of the cells beyond the border.
  let outside: Outside
  /// For each component, the possible sums of all others.
  private let others: [UInt128]
  /// The sums of the whole border that leave neither too many nor too few mines for what lies
  /// beyond.
  private let allowed: UInt128

  /// `nil` where sums are not known: a component was too large, or all together are.
  init?(_ solutions: [BorderComponent.Solution?], outside count: Int, minesLeft: Int) {
    let sums = solutions.compactMap { $0?.totals }
    let most = sums.reduce(0) { $0 + 127 - $1.leadingZeroBitCount }
    guard sums.count == solutions.count, sums.allSatisfy({ $0 != 0 }), most <= 127 else {
      return nil
    }
    // Sums below each component and above it: their sums leave just that one out.
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

  /// Whether any of a component's sums goes together with the others and the mines that are left.
  func allows(_ sums: UInt128, in component: Int) -> Bool {
    sums.sums(with: others[component]) & allowed != 0
  }
}
