/// How much a message of the view matters; the same steps as swift-log's.
public enum ViewLogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Every step of the work.
  case trace
  /// What helps to find a fault in a program.
  case debug
  /// What usually happens.
  case info
  /// What usually happens, and should be noticed.
  case notice
  /// Something is missing, and everything else goes on.
  case warning
  /// Something that was asked for can't be had.
  case error
  /// The view can't go on.
  case critical

  /// Whether the one matters less than the other.
  public static func < (one: ViewLogLevel, other: ViewLogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// Takes the messages of a view, in swift-log's shape: level, message, metadata.
///
/// It is called on the view's thread, and should not make it wait. A message is one sentence
/// without a full stop, harmless to show in a terminal.
public typealias ViewLogHandler = (
  _ level: ViewLogLevel, _ message: String, _ metadata: [String: String]
) -> Void
