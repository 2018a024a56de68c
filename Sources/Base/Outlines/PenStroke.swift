/// How a pen draws a line; lengths are in the pen's own unit.
package struct PenStroke: Hashable, Sendable {
  /// How lines end.
  package enum Cap: Hashable, Sendable { case butt, round, square }

  /// How two pieces of a line meet.
  package enum Join: Hashable, Sendable { case miter, round, bevel }

  /// How wide the line is.
  package var width: Double
  /// How its ends look.
  package var cap: Cap
  /// How its corners look.
  package var join: Join
  /// The longest miter, as a factor of the line's width.
  package var miterLimit: Double

  /// A line of a width.
  package init(width: Double, cap: Cap, join: Join, miterLimit: Double) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }

  /// How far it reaches from the path at the most.
  package var reach: Double {
    let half = max(0, width) / 2
    let corner = join == .miter ? max(1, miterLimit) : 1
    return half * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
