import Foundation

extension Process {
  /// Runs the process with unblocked signals, so that it can be terminated.
  ///
  /// Tests run on threads that block all signals, and a child process inherits that.
  func runWithSignals() throws {
    var (none, old) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    try run()
  }
}
