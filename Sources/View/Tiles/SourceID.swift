/// Names one opening of one source of tiles; never used twice in a run of a program.
public struct SourceID: Hashable, Sendable {
  /// The number.
  public let number: UInt32

  /// A name from its number.
  public init(number: UInt32) { self.number = number }
}
