import Platform

/// A thread that is waited for; `Platform.Thread` in a form that may be absent.
final class JoinableThread {
  private var thread: Thread?

  /// Starts a thread, or is `nil` where the system has none left.
  ///
  /// `name` is what debuggers call it.
  init?(name: String = "reduce", running body: @escaping @Sendable () -> Void) {
    do throws(Errno) {
      thread = try Thread(name: name, body: body)
    } catch {
      return nil
    }
  }

  /// Waits until the thread has ended.
  func join() { thread.take()?.join() }
}
