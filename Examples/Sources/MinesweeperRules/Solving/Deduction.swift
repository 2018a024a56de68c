/// Conclusions that are certain from the open cells.
public struct Deduction: Hashable, Sendable {
  /// The cells without a mine.
  public var safe: [Int] = []
  /// The cells with a mine.
  public var mines: [Int] = []

  /// Makes an empty deduction.
  public init() {}

  /// True if nothing follows.
  public var isEmpty: Bool { safe.isEmpty && mines.isEmpty }
}
