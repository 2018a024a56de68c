import Glibc

/// Blocks SIGPIPE during calls that may write to a closed connection.
///
/// Xlib writes to its socket without suppressing SIGPIPE: a server that goes away would end any
/// program that does not ignore the signal. The signal's handling belongs to the program, so it is
/// only blocked on this thread, for the duration of a call.
enum BrokenPipes {
  /// Calls `body` with SIGPIPE blocked, and discards one that it raises.
  static func held<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let isNew = !isPending
    defer {
      if isNew, isPending {
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        sigtimedwait(&pipe, nil, &now)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// True if the signal is pending.
  private static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGPIPE) == 1
  }
}
