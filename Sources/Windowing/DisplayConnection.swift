import CX11
import Geometry
import Glibc

/// A connection to an X server, closed when its last user goes away.
///
/// It belongs to the thread that made it. An X error never ends the process: errors are counted,
/// and a server that is gone is a state, `isLost`, that the window reports once.
public final class DisplayConnection {
  let pointer: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  /// The kind of event that says that a shared image was read; `nil` without MIT-SHM.
  let completionEventType: Int32?
  /// The number of RandR's first event; `nil` without the extension.
  let randrEventBase: Int32?
  /// Shared segments whose last put is not known to be done, by the server's number for them.
  var busySegments: Set<UInt> = []
  // Written by Xlib's exit handler, which runs inside our own calls, so on our own thread.
  private let lost: UnsafeMutablePointer<Bool>

  /// Connects to a display, or to the one that `DISPLAY` names.
  public init(name: String? = nil) throws(DisplayError) {
    XErrors.install()
    guard let pointer = XOpenDisplay(name) else {
      let tried = name ?? XDisplayName(nil).map { String(cString: $0) } ?? ""
      throw tried.isEmpty ? .notNamed : .notReachable(tried)
    }
    self.pointer = pointer
    lost = .allocate(capacity: 1)
    lost.initialize(to: false)
    XSetIOErrorExitHandler(
      pointer, { _, lost in lost?.assumingMemoryBound(to: Bool.self).pointee = true }, lost)
    // A key that is held down repeats its press only: letting go is said once.
    XkbSetDetectableAutoRepeat(pointer, 1, nil)
    screen = XDefaultScreen(pointer)
    root = XRootWindow(pointer, screen)
    atoms = Atoms(pointer)
    completionEventType =
      XShmQueryExtension(pointer) != 0 ? XShmGetEventBase(pointer) + Int32(ShmCompletion) : nil
    // Asked of the server itself: Xrandr's own question complains on stderr where it is missing.
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    let hasRandR = XQueryExtension(pointer, "RANDR", &opcode, &event, &error) != 0
    randrEventBase = hasRandR ? event : nil
    // A program started by this one must not hold the connection open.
    _ = fcntl(XConnectionNumber(pointer), F_SETFD, FD_CLOEXEC)
  }

  deinit {
    XSync(pointer, 0)
    // Before it is closed: another thread's connection may get the same address at once.
    XErrors.forget(pointer)
    XCloseDisplay(pointer)
    lost.deallocate()
  }

  /// The socket, for a poll set: when it is readable, read the window's events.
  public var descriptor: Int32 { XConnectionNumber(pointer) }

  /// Whether the server is gone; every call does nothing then.
  public var isLost: Bool { lost.pointee }

  /// How many errors the server has reported on this connection.
  public var errorCount: Int { XErrors.record(of: pointer).count }

  /// Sends what is buffered, without waiting for it to be done.
  public func flush() { XFlush(pointer) }

  /// Sends what is buffered and waits until the server has done it.
  public func synchronize() { XSync(pointer, 0) }

  /// The whole screen's size, over all monitors.
  public var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  /// Sends requests, waits for them, and says which error they met, if any.
  func errorCode(of requests: () -> Void) -> UInt8? {
    synchronize()
    let before = XErrors.record(of: pointer).count
    requests()
    synchronize()
    let after = XErrors.record(of: pointer)
    return after.count > before ? after.lastCode : nil
  }
}
