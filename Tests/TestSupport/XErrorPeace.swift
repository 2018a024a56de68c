import CX11
import CXTest
import Synchronization

/// Keeps X errors of test clients from ending the test process.
///
/// Windows of a tested program come and go while questions about them are under way. Errors of
/// connections that are not a test client's are left to the handler that was there before.
enum XErrorPeace {
  private static let displays = Mutex<Set<UInt>>([])
  private static let opening = Mutex<Void>(())
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

  /// Opens a connection whose errors end nothing.
  ///
  /// Each extension's library makes a list of connections when it is first used, without a lock:
  /// two threads that are first at once leave one of them in a list that nobody clears, and a later
  /// connection at the same address is mistaken for it. So each is used here, one thread at a time,
  /// before anybody else can.
  static func open(_ name: String) -> OpaquePointer? {
    _ = installed
    let address = opening.withLock { _ -> UInt in
      guard let display = XOpenDisplay(name) else { return 0 }
      _ = displays.withLock { $0.insert(UInt(bitPattern: display)) }
      // The server may be made to crash on purpose.
      XSetIOErrorExitHandler(display, { _, _ in }, nil)
      var event: Int32 = 0
      var error: Int32 = 0
      var major: Int32 = 2
      var minor: Int32 = 0
      XShmQueryExtension(display)
      XSyncQueryExtension(display, &event, &error)
      XRRQueryExtension(display, &event, &error)
      XIQueryVersion(display, &major, &minor)
      XTestQueryExtension(display, &event, &error, &major, &minor)
      return UInt(bitPattern: display)
    }
    return OpaquePointer(bitPattern: address)
  }

  static func remove(_ display: OpaquePointer) {
    _ = displays.withLock { $0.remove(UInt(bitPattern: display)) }
  }
}
