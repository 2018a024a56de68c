/// The problems of a row of `Scripts/soak`: all are counted, and only the first are kept.
///
/// A row that fails each time would fill the memory and the log.
public struct SoakProblems: Sendable {
  /// The number of problems that are printed.
  public static let mostPrinted = 20
  /// The number of problems that are kept.
  public static let mostKept = 100

  /// The first problems, in their order.
  public private(set) var first: [String] = []
  /// The number of all problems.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  /// Adds a problem; returns true if it is one of those that are printed.
  public mutating func note(_ problem: String) -> Bool {
    count += 1
    if count <= Self.mostKept { first.append(problem) }
    return count <= Self.mostPrinted
  }
}
