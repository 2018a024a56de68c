import CX11
import Geometry

extension Window {
  /// Makes the window cover its monitor, or go back; `fullScreenChanged` tells when it did.
  ///
  /// A window manager that knows full screen does it; without one the window moves itself.
  package func setFullScreen(_ isOn: Bool) {
    guard isMapped else {
      startsFullScreen = isOn
      return
    }
    if ordinaryRect == nil && managerKnowsFullScreen() {
      requestState(isOn ? 1 : 0, display.atoms[.stateFullScreen])
    } else {
      isOn ? coverMonitor() : uncoverMonitor()
    }
    display.flush()
  }

  /// Makes the first mapping a full-screen one.
  func prepareFullScreen() {
    startsFullScreen = false
    // Managers read the state at mapping; later it is theirs to write.
    writeFullScreenState()
    if !managerKnowsFullScreen() { coverMonitor() }
  }

  /// Whether a window manager runs, and is one that offers full screen.
  ///
  /// A manager that died leaves its name behind; only one whose own window still answers counts.
  func managerKnowsFullScreen() -> Bool {
    let atoms = display.atoms
    let check = atoms[.supportingCheck]
    guard let owner = display.property(check, of: display.root, limit: 4)?.numbers.first,
      display.property(check, of: owner, limit: 4)?.numbers.first == owner
    else { return false }
    let known = display.property(atoms[.supported], of: display.root, limit: 1 << 16)?.numbers
    return known?.contains(atoms[.stateFullScreen]) ?? false
  }

  private func writeFullScreenState() {
    display.setProperty(
      display.atoms[.state], of: id, type: Atom(XA_ATOM),
      numbers: [display.atoms[.stateFullScreen]])
  }

  private func requestState(_ action: Int, _ state: Atom) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = display.atoms[.state]
    event.xclient.format = 32
    // The last 1 says that a program asks on its user's behalf.
    event.xclient.data.l = (action, Int(state), 0, 1, 0)
    XSendEvent(
      display.pointer, display.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
  }

  private func coverMonitor() {
    guard ordinaryRect == nil else { return }
    let now = rectOnScreen()
    ordinaryRect = now
    let monitor = display.monitor(
      atX: (now.minX + now.maxX) / 2, y: (now.minY + now.maxY) / 2)
    // For a manager that is started later.
    writeFullScreenState()
    move(to: monitor.rect)
    XRaiseWindow(display.pointer, id)
    noteFullScreen(true)
  }

  private func uncoverMonitor() {
    guard let rect = ordinaryRect else { return }
    ordinaryRect = nil
    XDeleteProperty(display.pointer, id, display.atoms[.state])
    move(to: rect)
    noteFullScreen(false)
  }

  private func move(to rect: PixelRect) {
    XMoveResizeWindow(
      display.pointer, id, Int32(rect.minX), Int32(rect.minY), UInt32(max(1, rect.width)),
      UInt32(max(1, rect.height)))
  }

  private func rectOnScreen() -> PixelRect {
    var x: Int32 = 0
    var y: Int32 = 0
    var child: CX11.Window = 0
    XTranslateCoordinates(display.pointer, id, display.root, 0, 0, &x, &y, &child)
    return PixelRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + size.width, maxY: Int(y) + size.height)
  }

  private func noteFullScreen(_ isOn: Bool) {
    guard isOn != isFullScreen else { return }
    isFullScreen = isOn
    ownEvents.append(.fullScreenChanged(isOn))
  }
}
