import CX11
import Geometry
import Glibc

/// A connection to an X server, closed when its last reference is released.
///
/// Belongs to the thread that created it. X errors never end the process: they are counted. The
/// loss of the server is a state, `isLost`, that the window reports once.
package final class DisplayConnection {
  var pointer: OpaquePointer { connection.pointer }
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  /// The event type of MIT-SHM completion events; `nil` without the extension.
  private(set) lazy var completionEventType: Int32? = XConnection.inTurn {
    XShmQueryExtension(pointer) != 0 ? XShmGetEventBase(pointer) + Int32(ShmCompletion) : nil
  }
  /// RandR's event base; `nil` without the extension.
  var randrEventBase: Int32? { connection.randrEventBase }
  /// The shared segments with an unfinished put, by their XIDs.
  var busySegments: Set<UInt> = []
  /// The events that are selected of windows.
  private var selection = EventSelection()
  /// The monitors at the last query, which saves a second query at start.
  private(set) var lastMonitors: [Monitor] = []
  /// The palettes of visuals with 8 bits per pixel, by visual ID.
  private var colorTables: [UInt: ColorTable] = [:]
  private let connection: XConnection

  /// Connects to a display, by default to the one in `DISPLAY`.
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
    // Child processes must not keep the connection open.
    _ = fcntl(XConnectionNumber(pointer), F_SETFD, FD_CLOEXEC)
  }

  /// The socket for a poll set; when it is readable, read the window's events.
  package var descriptor: Int32 { XConnectionNumber(pointer) }

  /// True once the server is gone; all calls do nothing then.
  package var isLost: Bool { connection.isLost }

  /// The number of errors that the server has reported on this connection.
  package var errorCount: Int { connection.errorCount }

  /// Sends buffered requests without waiting for them.
  package func flush() { XFlush(pointer) }

  /// Sends buffered requests and waits until the server has processed them.
  package func synchronize() { XSync(pointer, 0) }

  /// The size of the whole screen, over all monitors.
  package var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  /// Keeps the monitors of a query, and returns them.
  func keep(_ monitors: [Monitor]) -> [Monitor] {
    lastMonitors = monitors
    return monitors
  }

  /// Returns the palette of a visual with 8 bits per pixel in the default colormap; `nil` if other
  /// programs have taken its colours.
  func colorTable(of visual: UnsafeMutablePointer<Visual>, depth: Int32) -> ColorTable? {
    let id = XVisualIDFromVisual(visual)
    if let known = colorTables[id] { return known }
    let made = makeColorTable(visual.pointee, depth: Int(depth))
    colorTables[id] = made
    return made
  }

  /// Sends requests, waits for them, and returns the code of their error, if any.
  func errorCode(of requests: () -> Void) -> UInt8? {
    let first = XNextRequest(pointer)
    requests()
    synchronize()
    return connection.lastErrorRequest >= first ? connection.lastErrorCode : nil
  }
}

extension DisplayConnection {
  /// Selects events of a window for one part, which ends that by `deselect` with the same mask.
  func select(_ mask: Int, of window: CX11.Window) {
    XSelectInput(pointer, window, selection.add(mask, of: window))
  }

  /// Ends the selection of a part.
  func deselect(_ mask: Int, of window: CX11.Window) {
    guard let rest = selection.remove(mask, of: window) else { return }
    XSelectInput(pointer, window, rest)
  }

  /// Notes events that were selected when a window was created.
  func noteSelected(_ mask: Int, of window: CX11.Window) { _ = selection.add(mask, of: window) }

  /// Notes that the server has destroyed a window.
  func forgetSelection(of window: CX11.Window) { selection.forget(window) }
}

/// The value of a property: bytes, or 32-bit numbers.
struct PropertyValue {
  var type: Atom
  var bytes: [UInt8] = []
  var numbers: [UInt] = []
}

extension DisplayConnection {
  /// Reads a whole property; `nil` if it doesn't exist, exceeds the limit, or its window is gone.
  ///
  /// Other clients write properties, so type, format and length are validated.
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
      // Xlib returns 32-bit numbers as C longs.
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

  /// The maximum size of a monitor's ICC profile in bytes; those with the finest tables take 2 MB.
  private static let longestProfile = 4 << 20

  /// Returns a monitor's ICC profile from the root window; empty if there is none or it is too
  /// large.
  package func displayProfile(of monitor: Monitor) -> [UInt8] {
    guard AtomName.profiles.indices.contains(monitor.number) else { return [] }
    return property(
      atoms[AtomName.profiles[monitor.number]], of: root, limit: Self.longestProfile)?.bytes ?? []
  }
}
