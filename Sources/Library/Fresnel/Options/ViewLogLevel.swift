/// The severity of a log message; the same levels as in swift-log.
public enum ViewLogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Every step of the work.
  case trace
  /// Useful for debugging a program.
  case debug
  /// Normal events.
  case info
  /// Normal events that should be noticed.
  case notice
  /// Something is missing, but everything else continues.
  case warning
  /// Something that was requested is not possible.
  case error
  /// The view can't continue.
  case critical

  /// Returns true if the first level is less severe.
  public static func < (one: ViewLogLevel, other: ViewLogLevel) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// Receives a view's log messages in the form of swift-log: level, message, metadata.
///
/// It is called on the view's thread and should not block. A message is one sentence without a full
/// stop, escaped for display in a terminal.
public typealias ViewLogHandler = (
  _ level: ViewLogLevel, _ message: String, _ metadata: [String: String]
) -> Void
