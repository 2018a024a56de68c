/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
  /// The process exited by itself, with this status.
  case exited(Int32)
  /// A signal ended the process.
  case signalled(Int32)
}
