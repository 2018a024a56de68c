import CX11
import Synchronization

/// Keeps X errors of test clients from ending the test process.
///
/// Windows of a tested program come and go while questions about them are under way. Errors of
/// connections that are not a test client's are left to the handler that was there before.
enum XErrorPeace {
  private static let displays = Mutex<Set<UInt>>([])
  // Written once, under the lock of the static that installs the handlers.
  nonisolated(unsafe) private static var previous: XErrorHandler?

  private static let installed: Void = {
    XInitThreads()
    previous = XSetErrorHandler { display, error in
      guard XErrorPeace.displays.withLock({ !$0.contains(UInt(bitPattern: display)) }) else {
        return 0
      }
      return XErrorPeace.previous?(display, error) ?? 0
    }
    XSetIOErrorHandler { _ in 0 }
  }()

  static func install() { _ = installed }

  static func add(_ display: OpaquePointer) {
    _ = displays.withLock { $0.insert(UInt(bitPattern: display)) }
    // The server may be made to crash on purpose.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  static func remove(_ display: OpaquePointer) {
    _ = displays.withLock { $0.remove(UInt(bitPattern: display)) }
  }
}
