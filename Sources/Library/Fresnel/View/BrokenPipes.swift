import Glibc

/// Keeps the signal of a broken pipe from a program that has not asked for it.
///
/// Xlib writes to its socket without saying that it wants no SIGPIPE: a server that goes away would
/// end every program that has not ignored the signal. What the program does with it is its own
/// matter, so the signal is only held back on this thread, for the length of a call.
enum BrokenPipes {
  /// Does something during which broken pipes raise no signal.
  static func held<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let isNews = !isPending
    defer {
      if isNews, isPending {
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        sigtimedwait(&pipe, nil, &now)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// Whether the signal waits to be delivered.
  private static var isPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGPIPE) == 1
  }
}
