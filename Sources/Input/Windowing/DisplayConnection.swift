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
  private(set) lazy var completionEventType: Int32? = XConnection.inTurn {
    XShmQueryExtension(pointer) != 0 ? XShmGetEventBase(pointer) + Int32(ShmCompletion) : nil
  }
  /// The number of RandR's first event; `nil` without the extension.
  var randrEventBase: Int32? { connection.randrEventBase }
  /// Shared segments whose last put is not known to be done, by the server's number for them.
  var busySegments: Set<UInt> = []
  /// The monitors as they were when they were asked for last: no second question at start.
  var lastMonitors: [Monitor] = []
  /// The tables of visuals of 8 bits a pixel that were asked for, by the visual's number.
  var colorTables: [UInt: ColorTable] = [:]
  private let connection: XConnection

  /// Connects to a display, or to the one that `DISPLAY` names.
  package init(name: String? = nil) throws(DisplayError) {
    guard let connection = XConnection(name: name) else {
      let tried = name ?? XDisplayName(nil).map { String(cString: $0) } ?? ""
      throw tried.isEmpty ? .notNamed : .notReachable(tried)
    }
    let pointer = connection.pointer
    self.connection = connection
    screen = XDefaultScreen(pointer)
    root = XRootWindow(pointer, screen)
    atoms = Atoms(pointer)
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
    let first = XNextRequest(pointer)
    requests()
    synchronize()
    return connection.lastErrorRequest >= first ? connection.lastErrorCode : nil
  }
}

/// What a property holds: bytes, or numbers of 32 bits.
struct PropertyValue {
  var type: Atom
  var bytes: [UInt8] = []
  var numbers: [UInt] = []
}

extension DisplayConnection {
  /// Reads a property whole; `nil` where it is absent, longer than the limit, or its window is
  /// gone.
  ///
  /// Other clients write properties: nothing about type, format or length is believed.
  func property(_ name: Atom, of window: CX11.Window, limit: Int) -> PropertyValue? {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      pointer, window, name, 0, (limit + 3) / 4, 0, 0, &type, &format, &count, &left, &data)
    defer { if let data { XFree(data) } }
    guard status == 0, type != 0, left == 0, let data else { return nil }
    var value = PropertyValue(type: type)
    switch format {
    case 8:
      guard count <= limit else { return nil }
      value.bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    case 32:
      // Xlib hands 32-bit numbers over as C longs.
      value.numbers = data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { longs in
        (0..<Int(count)).map { longs[$0] & 0xffff_ffff }
      }
    default: return nil
    }
    return value
  }

  func setProperty(_ name: Atom, of window: CX11.Window, type: Atom, bytes: [UInt8]) {
    XChangeProperty(
      pointer, window, name, type, 8, Int32(PropModeReplace), bytes, Int32(bytes.count))
  }

  func setProperty(_ name: Atom, of window: CX11.Window, type: Atom, numbers: [UInt]) {
    numbers.withUnsafeBytes { raw in
      _ = XChangeProperty(
        pointer, window, name, type, 32, Int32(PropModeReplace),
        raw.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(numbers.count))
    }
  }

  /// The longest profile of a monitor that is read, in bytes: tables of the finest take two
  /// megabytes.
  private static let longestProfile = 4 << 20

  /// The ICC profile of a monitor, as the root window has it; empty where there is none of sane
  /// size.
  package func displayProfile(of monitor: Monitor) -> [UInt8] {
    guard AtomName.profiles.indices.contains(monitor.number) else { return [] }
    return property(
      atoms[AtomName.profiles[monitor.number]], of: root, limit: Self.longestProfile)?.bytes ?? []
  }
}

extension DisplayConnection {
  /// The size of a window of any connection's, in device pixels; `nil` where it is gone.
  package func size(ofWindow window: UInt) -> PixelSize? {
    guard !isLost else { return nil }
    var root: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
    var border: UInt32 = 0
    var depth: UInt32 = 0
    guard XGetGeometry(pointer, window, &root, &x, &y, &width, &height, &border, &depth) != 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
