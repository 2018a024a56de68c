import CX11
import Geometry
import Glibc

/// A connection to an X server, closed when its last user goes away.
///
/// It belongs to the thread that made it. An X error never ends the process: errors are counted,
/// and a server that is gone is a state, `isLost`, that the window reports once.
package final class DisplayConnection {
  var pointer: OpaquePointer { connection.pointer }
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  /// The kind of event that says that a shared image was read; `nil` without MIT-SHM.
  let completionEventType: Int32?
  /// The number of RandR's first event; `nil` without the extension.
  var randrEventBase: Int32? { connection.randrEventBase }
  /// Shared segments whose last put is not known to be done, by the server's number for them.
  var busySegments: Set<UInt> = []
  private let connection: XConnection

  /// Connects to a display, or to the one that `DISPLAY` names.
  package init(name: String? = nil) throws(DisplayError) {
    guard let connection = XConnection(name: name) else {
      let tried = name ?? XDisplayName(nil).map { String(cString: $0) } ?? ""
      throw tried.isEmpty ? .notNamed : .notReachable(tried)
    }
    let pointer = connection.pointer
    self.connection = connection
    // A key that is held down repeats its press only: letting go is said once.
    XkbSetDetectableAutoRepeat(pointer, 1, nil)
    screen = XDefaultScreen(pointer)
    root = XRootWindow(pointer, screen)
    atoms = Atoms(pointer)
    completionEventType =
      XShmQueryExtension(pointer) != 0 ? XShmGetEventBase(pointer) + Int32(ShmCompletion) : nil
    // A program started by this one must not hold the connection open.
    _ = fcntl(XConnectionNumber(pointer), F_SETFD, FD_CLOEXEC)
  }

  /// The socket, for a poll set: when it is readable, read the window's events.
  package var descriptor: Int32 { XConnectionNumber(pointer) }

  /// Whether the server is gone; every call does nothing then.
  package var isLost: Bool { connection.isLost }

  /// How many errors the server has reported on this connection.
  package var errorCount: Int { connection.errorCount }

  /// Sends what is buffered, without waiting for it to be done.
  package func flush() { XFlush(pointer) }

  /// Sends what is buffered and waits until the server has done it.
  package func synchronize() { XSync(pointer, 0) }

  /// The whole screen's size, over all monitors.
  package var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  /// Sends requests, waits for them, and says which error they met, if any.
  func errorCode(of requests: () -> Void) -> UInt8? {
    synchronize()
    let before = connection.errorCount
    requests()
    synchronize()
    return connection.errorCount > before ? connection.lastErrorCode : nil
  }
}
