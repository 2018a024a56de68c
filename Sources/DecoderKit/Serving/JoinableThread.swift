import Platform

/// A thread that is waited for; `Platform.Thread` in a form that may be absent.
final class JoinableThread {
  private var thread: Thread?

  /// Starts a thread, or is `nil` where the system has none left.
  init?(running body: @escaping @Sendable () -> Void) {
    do throws(Errno) {
      thread = try Thread(name: "reduce", body: body)
    } catch {
      return nil
    }
  }

  /// Waits until the thread has ended.
  func join() { thread.take()?.join() }
}
