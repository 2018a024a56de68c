/// Names one opening of one picture; never used twice in a run of the viewer.
public struct PictureID: Hashable, Sendable {
  /// The number.
  public let number: UInt32

  /// A name from its number.
  public init(number: UInt32) { self.number = number }
}
