import Platform

/// A thread to join; wraps `Platform.Thread` so that it can be optional.
final class JoinableThread {
  private var thread: Thread?

  /// Starts a thread; `nil` if the system can't start one.
  ///
  /// `name` is for debuggers.
  init?(name: String = "reduce", running body: @escaping @Sendable () -> Void) {
    do throws(Errno) {
      thread = try Thread(name: name, body: body)
    } catch {
      return nil
    }
  }

  /// Waits for the thread to end.
  func join() { thread.take()?.join() }
}
