/// How long one frame of an animation is shown.
public struct FrameTime: Hashable, Sendable {
  /// Which frame, from 0.
  public var number: Int
  /// How long it is shown, in microseconds; at most `WireFormat.longestFrame`.
  public var microseconds: Int
  /// Whether it is the last one.
  public var isLast: Bool

  /// The time of a frame.
  public init(number: Int, microseconds: Int, isLast: Bool) {
    self.number = number
    self.microseconds = microseconds
    self.isLast = isLast
  }
}
