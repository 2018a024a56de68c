/// The style of a stroke; lengths are in the pen's unit.
package struct PenStroke: Hashable, Sendable {
  /// The shape of line ends.
  package enum Cap: Hashable, Sendable { case butt, round, square }

  /// The shape of corners.
  package enum Join: Hashable, Sendable { case miter, round, bevel }

  /// The line width.
  package var width: Double
  /// The shape of line ends.
  package var cap: Cap
  /// The shape of corners.
  package var join: Join
  /// The miter limit, as a factor of the line width.
  package var miterLimit: Double

  /// Creates a stroke.
  package init(width: Double, cap: Cap, join: Join, miterLimit: Double) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }

  /// The maximum distance of the stroke from its path.
  package var reach: Double {
    let half = max(0, width) / 2
    let corner = join == .miter ? max(1, miterLimit) : 1
    return half * max(corner, cap == .square ? 2.0.squareRoot() : 1)
  }
}
