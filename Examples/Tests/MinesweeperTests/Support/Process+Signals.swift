import Foundation

extension Process {
  /// Runs it so that it can be asked to end.
  ///
  /// Tests run on threads that block all signals, and a program inherits that from who starts it.
  func runWithSignals() throws {
    var (none, old) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    try run()
  }
}
