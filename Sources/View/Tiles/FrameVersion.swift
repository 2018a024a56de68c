/// Which frame of a source, made for which of a display's colours.
///
/// A tile in new colours stands beside the one that it will replace, as one of another frame does:
/// nothing is ever drawn from both.
public struct FrameVersion: Hashable, Sendable {
  /// From 0; a source that stands still has no other.
  public var frame: Int
  /// Rises with each change of the display's colours.
  ///
  /// Views count it. Sources know nothing of it, make each tile for the display that they were told
  /// of last, and say 0.
  public var generation: Int

  /// A frame in the colours of a generation.
  public init(frame: Int = 0, generation: Int = 0) {
    self.frame = frame
    self.generation = generation
  }
}
