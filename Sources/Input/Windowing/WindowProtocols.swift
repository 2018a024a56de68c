import CX11
import Gestures
import Glibc

/// The protocols between a window and its window manager: closing, pings, and resizing in step.
struct WindowProtocols {
  private let display: DisplayConnection
  private let window: CX11.Window
  /// The counter of frames of a new size; `nil` for an embedded window and without the extension.
  private let sync: SyncCounter?

  /// Announces the protocols, and the owning process and host, of a top-level window.
  init(_ display: DisplayConnection, window: CX11.Window, isHosted: Bool) {
    self.display = display
    self.window = window
    sync = isHosted ? nil : SyncCounter(display.pointer)
    if !isHosted { announce() }
  }

  private func announce() {
    let atoms = display.atoms
    var protocols = [atoms[.wmDeleteWindow], atoms[.ping]]
    if let sync {
      protocols.append(atoms[.syncRequest])
      display.setProperty(
        atoms[.syncRequestCounter], of: window, type: Atom(XA_CARDINAL), numbers: [UInt(sync.id)])
    }
    display.setProperty(atoms[.wmProtocols], of: window, type: Atom(XA_ATOM), numbers: protocols)
    display.setProperty(
      atoms[.windowType], of: window, type: Atom(XA_ATOM), numbers: [atoms[.windowTypeNormal]])
    display.setProperty(
      atoms[.processID], of: window, type: Atom(XA_CARDINAL), numbers: [UInt(getpid())])
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, host.count - 1) == 0 {
      display.setProperty(
        atoms[.wmClientMachine], of: window, type: Atom(XA_STRING),
        bytes: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }
    display.setProperty(
      Atom(XA_WM_CLASS), of: window, type: Atom(XA_STRING), bytes: Array("fresnel\0Fresnel\0".utf8))
  }

  /// Handles a message; returns an event if it asks the window to close.
  func handle(_ event: inout XEvent) -> WindowEvent? {
    let atoms = display.atoms
    // Any client can send these: ignore messages without the specified form.
    guard event.xclient.message_type == atoms[.wmProtocols], event.xclient.format == 32,
      event.xclient.window == window
    else { return nil }
    let data = event.xclient.data.l
    switch UInt(bitPattern: data.0) {
    case atoms[.wmDeleteWindow]: return .closeRequested
    case atoms[.ping]:
      event.xclient.window = display.root
      display.sendToManager(&event)
      display.flush()
    case atoms[.syncRequest]:
      sync?.request(low: UInt(bitPattern: data.2), high: UInt(bitPattern: data.3))
    default: break
    }
    return nil
  }

  /// Marks that a new size has arrived from the server.
  func sizeArrived() { sync?.sizeArrived() }

  /// Tells the manager that a frame of the current size is on the screen.
  func acknowledgeSync() { sync?.acknowledge() }

  /// Destroys the counter on the server.
  func close() { sync?.destroy() }
}
