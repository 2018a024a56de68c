/// The duration of one frame of an animation.
package struct FrameTime: Hashable, Sendable {
  /// The frame's number, from 0.
  package var number: Int
  /// The duration in microseconds; at most `WireFormat.longestFrame`.
  package var microseconds: Int
  /// True for the last frame.
  package var isLast: Bool

  /// The duration of a frame.
  package init(number: Int, microseconds: Int, isLast: Bool) {
    self.number = number
    self.microseconds = microseconds
    self.isLast = isLast
  }
}
