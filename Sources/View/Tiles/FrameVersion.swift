/// The frame that a tile shows, and the version of the display's colours that it was made for.
///
/// When the display's colours change, new tiles replace old ones as those of another frame would:
/// one picture is never drawn from both.
public struct FrameVersion: Hashable, Sendable {
  /// From 0; always 0 for a still picture.
  public var frame: Int
  /// Increases with each change of the display's colours.
  ///
  /// Views count it. Sources don't know it: they make each tile for the display profile that they
  /// were given last, and report 0.
  public var generation: Int

  /// Creates a version from a frame and a colour generation.
  public init(frame: Int = 0, generation: Int = 0) {
    self.frame = frame
    self.generation = generation
  }
}
