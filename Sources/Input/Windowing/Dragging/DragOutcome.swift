/// How a drag that began in our window ended.
package enum DragOutcome: Hashable, Sendable {
  /// The other program has taken it.
  case taken
  /// The other program doesn't want it.
  case refused
  /// It was released where nothing takes drops.
  case nowhere
  /// The user has cancelled it.
  case cancelled
  /// The other program didn't answer.
  case silent
}

/// News of a drag that began in our window.
package enum DragReport: Hashable, Sendable {
  /// The target under the pointer has begun (true) or ceased to take it.
  case acceptance(Bool)
  case ended(DragOutcome)
}
