import CX11
import CXTest
import Synchronization

/// Keeps X errors of test clients from ending the test process.
///
/// Windows of the tested program come and go while requests about them are pending. Errors on other
/// connections go to the previous handler.
enum XErrorPeace {
  private static let displays = Mutex<Set<UInt>>([])
  private static let anchor = Mutex(false)
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

  /// Opens a connection whose errors don't end the process.
  ///
  /// Each extension library keeps a list of connections. It creates the list for the first
  /// connection and frees it with the last, without a lock, so concurrent tests would race. A
  /// connection that is never closed keeps every list alive.
  static func open(_ name: String) -> OpaquePointer? {
    _ = installed
    let address = anchor.withLock { hasAnchor -> UInt in
      if !hasAnchor {
        guard let first = connect(name) else { return 0 }
        useExtensions(of: first)
        hasAnchor = true
      }
      return connect(name).map { UInt(bitPattern: $0) } ?? 0
    }
    return OpaquePointer(bitPattern: address)
  }

  private static func connect(_ name: String) -> OpaquePointer? {
    guard let display = XOpenDisplay(name) else { return nil }
    _ = displays.withLock { $0.insert(UInt(bitPattern: display)) }
    // Some tests crash the server on purpose.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    return display
  }

  private static func useExtensions(of display: OpaquePointer) {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 2
    var minor: Int32 = 0
    XShmQueryExtension(display)
    XSyncQueryExtension(display, &event, &error)
    XRRQueryExtension(display, &event, &error)
    XIQueryVersion(display, &major, &minor)
    XTestQueryExtension(display, &event, &error, &major, &minor)
  }

  static func remove(_ display: OpaquePointer) {
    _ = displays.withLock { $0.remove(UInt(bitPattern: display)) }
  }
}
