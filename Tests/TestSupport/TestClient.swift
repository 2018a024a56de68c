import CX11
import Geometry
import Glibc

/// A client of a test's X server, for input, reading the screen and querying windows.
///
/// Use it only on the thread that created it.
public final class TestClient {
  /// The server couldn't be reached.
  public struct ConnectionFailure: Error {}

  let pointer: OpaquePointer
  /// The root window's ID.
  public let root: UInt

  // The server must not end before its clients.
  private let server: XServer

  /// Connects to a server.
  public init(_ server: XServer) throws {
    guard let pointer = XErrorPeace.open(server.display) else { throw ConnectionFailure() }
    self.server = server
    self.pointer = pointer
    root = XDefaultRootWindow(pointer)
  }

  deinit {
    XSync(pointer, 0)
    // Remove it before closing: another thread's connection may get the same address at once.
    XErrorPeace.remove(pointer)
    XCloseDisplay(pointer)
  }

  /// Waits until the server has processed all requests.
  public func synchronize() { XSync(pointer, 0) }

  /// All windows below the root, each before its own children.
  public func windows() -> [UInt] {
    var found: [UInt] = []
    var waiting = [root]
    while !waiting.isEmpty {
      let window = waiting.removeFirst()
      var top: UInt = 0
      var parent: UInt = 0
      var children: UnsafeMutablePointer<UInt>?
      var count: UInt32 = 0
      guard XQueryTree(pointer, window, &top, &parent, &children, &count) != 0 else { continue }
      let list = (0..<Int(count)).compactMap { children?[$0] }
      if let children { XFree(children) }
      found += list
      waiting += list
    }
    return found
  }

  /// The window whose `_NET_WM_PID` is a process, even inside a window manager's frame.
  public func window(ofProcess pid: pid_t) -> UInt? {
    windows().first { numbers("_NET_WM_PID", of: $0).first == UInt(pid) }
  }

  /// The bytes of a property with format 8.
  public func bytes(_ property: String, of window: UInt) -> [UInt8] {
    var result: [UInt8] = []
    readProperty(property, of: window) { data, format, count in
      if format == 8 { result = Array(UnsafeBufferPointer(start: data, count: count)) }
    }
    return result
  }

  /// A property's text; empty if the property doesn't exist.
  public func text(_ property: String, of window: UInt) -> String {
    String(decoding: bytes(property, of: window), as: UTF8.self)
  }

  /// The numbers of a property with format 32.
  public func numbers(_ property: String, of window: UInt) -> [UInt] {
    var result: [UInt] = []
    readProperty(property, of: window) { data, format, count in
      guard format == 32 else { return }
      data.withMemoryRebound(to: UInt.self, capacity: count) { longs in
        result = (0..<count).map { longs[$0] & 0xffff_ffff }
      }
    }
    return result
  }

  private func readProperty(
    _ name: String, of window: UInt, _ body: (UnsafeMutablePointer<UInt8>, Int32, Int) -> Void
  ) {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      pointer, window, atom(name), 0, 1 << 20, 0, 0, &type, &format, &count, &left, &data)
    guard status == 0, let data else { return }
    body(data, format, Int(count))
    XFree(data)
  }

  /// Sets a property to text or bytes.
  public func setProperty(_ name: String, of window: UInt, type: String, bytes: [UInt8]) {
    XChangeProperty(
      pointer, window, atom(name), atom(type), 8, Int32(PropModeReplace), bytes,
      Int32(bytes.count))
    synchronize()
  }

  /// Sets a property to 32-bit numbers.
  public func setProperty(_ name: String, of window: UInt, type: String, numbers: [UInt]) {
    numbers.withUnsafeBytes { raw in
      _ = XChangeProperty(
        pointer, window, atom(name), atom(type), 32, Int32(PropModeReplace),
        raw.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(numbers.count))
    }
    synchronize()
  }

  /// Makes a window the owner of a selection, as managers do; 0 gives the selection up.
  public func own(_ selection: String, by window: UInt) {
    XSetSelectionOwner(pointer, atom(selection), window, UInt(CurrentTime))
    synchronize()
  }

  /// The atom of a name.
  public func atom(_ name: String) -> UInt { XInternAtom(pointer, name, 0) }

  /// The name of an atom.
  public func name(ofAtom atom: UInt) -> String {
    guard let text = XGetAtomName(pointer, atom) else { return "" }
    defer { XFree(text) }
    return String(cString: text)
  }

  /// Sends a client message with five numbers to a window, or to the window manager.
  public func sendMessage(
    _ type: String, about window: UInt, _ numbers: [UInt], toManager: Bool = false
  ) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(type)
    event.xclient.format = 32
    var five = numbers.map { Int(bitPattern: $0) }
    five += Array(repeating: 0, count: max(0, 5 - five.count))
    event.xclient.data.l = (five[0], five[1], five[2], five[3], five[4])
    if toManager {
      XSendEvent(pointer, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    } else {
      XSendEvent(pointer, window, 0, 0, &event)
    }
    synchronize()
  }

  /// Sends a message to everybody who watches the root window.
  public func broadcast(_ type: String, _ numbers: [UInt]) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = root
    event.xclient.message_type = atom(type)
    event.xclient.format = 32
    let five = (numbers + [0, 0, 0, 0, 0]).map { Int(bitPattern: $0) }
    event.xclient.data.l = (five[0], five[1], five[2], five[3], five[4])
    XSendEvent(pointer, root, 0, StructureNotifyMask, &event)
    synchronize()
  }

  /// Position and size of a window's content on the screen; `nil` if the window is gone.
  public func rect(of window: UInt) -> PixelRect? {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(pointer, window, &attributes) != 0 else { return nil }
    var x: Int32 = 0
    var y: Int32 = 0
    var child: UInt = 0
    XTranslateCoordinates(pointer, window, root, 0, 0, &x, &y, &child)
    return PixelRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + Int(attributes.width),
      maxY: Int(y) + Int(attributes.height))
  }

  /// True if a window and all its ancestors are mapped.
  public func isViewable(_ window: UInt) -> Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(pointer, window, &attributes) != 0
      && attributes.map_state == IsViewable
  }

  /// Moves and resizes a window.
  public func place(_ window: UInt, at rect: PixelRect) {
    XMoveResizeWindow(
      pointer, window, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width),
      UInt32(rect.height))
    synchronize()
  }

  /// Divides the screen into monitors and returns them in RandR's order.
  ///
  /// The first of `rects` gets the server's output. By default there are two pixels per millimetre.
  public func setMonitors(
    _ rects: [PixelRect], pixelsPerMillimetre: [Double] = []
  ) -> [PixelRect] {
    guard let resources = XRRGetScreenResourcesCurrent(pointer, root) else { return [] }
    defer { XRRFreeScreenResources(resources) }
    for (index, rect) in rects.enumerated() {
      let hasOutput = index == 0 && resources.pointee.noutput > 0
      guard let monitor = XRRAllocateMonitor(pointer, hasOutput ? 1 : 0) else { continue }
      monitor.pointee.name = XInternAtom(pointer, "part\(index)", 0)
      (monitor.pointee.x, monitor.pointee.y) = (Int32(rect.minX), Int32(rect.minY))
      (monitor.pointee.width, monitor.pointee.height) = (Int32(rect.width), Int32(rect.height))
      let density = index < pixelsPerMillimetre.count ? pixelsPerMillimetre[index] : 2
      monitor.pointee.mwidth = Int32((Double(rect.width) / density).rounded())
      monitor.pointee.mheight = Int32((Double(rect.height) / density).rounded())
      if hasOutput { monitor.pointee.outputs[0] = resources.pointee.outputs[0] }
      XRRSetMonitor(pointer, root, monitor)
      XRRFreeMonitors(monitor)
    }
    synchronize()
    var count: Int32 = 0
    guard let monitors = XRRGetMonitors(pointer, root, 1, &count) else { return [] }
    defer { XRRFreeMonitors(monitors) }
    return (0..<Int(count)).map { index in
      let (x, y) = (Int(monitors[index].x), Int(monitors[index].y))
      return PixelRect(
        minX: x, minY: y, maxX: x + Int(monitors[index].width),
        maxY: y + Int(monitors[index].height))
    }
  }

  /// Gives a window the keyboard focus, as a window manager would.
  public func focus(_ window: UInt) {
    XSetInputFocus(pointer, window, Int32(RevertToPointerRoot), 0)
    synchronize()
  }

  /// Creates a plain window of one colour and maps it on top, for example to cover others.
  ///
  /// Window managers ignore it unless `isManaged` is set.
  public func makeWindow(
    at rect: PixelRect, color: UInt, isManaged: Bool = false, in parent: UInt? = nil
  ) -> UInt {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = isManaged ? 0 : 1
    attributes.background_pixel = color
    let window = XCreateWindow(
      pointer, parent ?? root, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width),
      UInt32(rect.height), 0, 0, UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel),
      &attributes)
    XMapRaised(pointer, window)
    synchronize()
    return window
  }

  /// Unmaps any window, as a window manager does to minimize one.
  public func unmap(_ window: UInt) {
    XUnmapWindow(pointer, window)
    synchronize()
  }

  /// Maps any window above all others.
  public func mapRaised(_ window: UInt) {
    XMapRaised(pointer, window)
    synchronize()
  }

  /// Destroys any window, even another client's.
  public func destroy(_ window: UInt) {
    XDestroyWindow(pointer, window)
    synchronize()
  }

  /// Moves any window into another one, to its corner, as a window manager does.
  public func reparent(_ window: UInt, into parent: UInt) {
    XReparentWindow(pointer, window, parent, 0, 0)
    XMapWindow(pointer, window)
    synchronize()
  }

  /// The window that owns a selection; 0 if there is none.
  public func owner(ofSelection name: String) -> UInt {
    XGetSelectionOwner(pointer, atom(name))
  }

  /// Closes the connection of the client that created a window.
  public func killClient(of window: UInt) {
    XKillClient(pointer, window)
    synchronize()
  }

  /// The value of a SYNC counter.
  public func counter(_ id: UInt) -> Int64? {
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    guard XSyncQueryExtension(pointer, &event, &error) != 0,
      XSyncInitialize(pointer, &major, &minor) != 0
    else { return nil }
    var value = XSyncValue(hi: 0, lo: 0)
    guard XSyncQueryCounter(pointer, id, &value) != 0 else { return nil }
    return Int64(value.hi) << 32 | Int64(value.lo)
  }

  /// Selects messages that other clients send to the root window, such as replies to a ping.
  public func watchRoot() {
    XSelectInput(pointer, root, SubstructureNotifyMask | PropertyChangeMask)
    synchronize()
  }

  /// Returns the client messages received so far, with their names and five numbers.
  public func takeMessages() -> [(name: String, numbers: [UInt])] {
    var found: [(name: String, numbers: [UInt])] = []
    while XPending(pointer) > 0 {
      var event = XEvent()
      XNextEvent(pointer, &event)
      guard event.type == ClientMessage else { continue }
      let l = event.xclient.data.l
      found.append(
        (
          name(ofAtom: event.xclient.message_type),
          [l.0, l.1, l.2, l.3, l.4].map { UInt(bitPattern: $0) }
        ))
    }
    return found
  }
}
