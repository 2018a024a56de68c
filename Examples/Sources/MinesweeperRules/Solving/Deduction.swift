/// What follows for certain from what is open.
public struct Deduction: Hashable, Sendable {
  /// Cells that have no mine.
  public var safe: [Int] = []
  /// Cells that have one.
  public var mines: [Int] = []

  /// Nothing.
  public init() {}

  /// Whether nothing follows.
  public var isEmpty: Bool { safe.isEmpty && mines.isEmpty }
}
