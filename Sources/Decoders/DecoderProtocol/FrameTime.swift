/// How long one frame of an animation is shown.
package struct FrameTime: Hashable, Sendable {
  /// Which frame, from 0.
  package var number: Int
  /// How long it is shown, in microseconds; at most `WireFormat.longestFrame`.
  package var microseconds: Int
  /// Whether it is the last one.
  package var isLast: Bool

  /// The time of a frame.
  package init(number: Int, microseconds: Int, isLast: Bool) {
    self.number = number
    self.microseconds = microseconds
    self.isLast = isLast
  }
}
