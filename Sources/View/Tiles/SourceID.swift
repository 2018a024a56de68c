/// Identifies one opening of a tile source; unique within a run of the program.
public struct SourceID: Hashable, Sendable {
  /// The number.
  public let number: UInt32

  /// Creates an identifier from its number.
  public init(number: UInt32) { self.number = number }
}
