import CX11
import Geometry

extension Window {
  /// Enters or leaves full screen; `fullScreenChanged` reports when it is done.
  ///
  /// A window manager that supports full screen does it; without one, the window moves itself.
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

  /// Makes the window full screen when it is first mapped.
  func prepareFullScreen() {
    startsFullScreen = false
    // Window managers read the state at mapping; afterwards only they write it.
    writeFullScreenState()
    if !managerKnowsFullScreen() { coverMonitor() }
  }

  /// True if a running window manager supports full screen.
  ///
  /// A crashed manager leaves its property behind; its check window shows if it still runs.
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
    // Source indication 1: a normal application.
    event.xclient.data.l = (action, Int(state), 0, 1, 0)
    XSendEvent(
      display.pointer, display.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
  }

  private func coverMonitor() {
    guard ordinaryRect == nil else { return }
    let now = rectOnScreen()
    ordinaryRect = now
    // For a window manager that is started later.
    writeFullScreenState()
    cover(
      display.monitor(atX: (now.minX + now.maxX) / 2, y: (now.minY + now.maxY) / 2))
    noteFullScreen(true)
  }

  /// Covers the changed monitor, if no window manager does that.
  ///
  /// If the monitor is gone, the window goes to the one that overlaps its place most.
  func coverMonitorAnew() {
    guard ordinaryRect != nil, let last = coveredMonitor else { return }
    let monitors = display.monitors()
    guard
      let monitor = monitors.first(where: { $0.name == last.name })
        ?? Monitor.withMost(of: last.rect, among: monitors, rather: last.number)
        ?? monitors.first
    else { return }
    if monitor.rect != last.rect { cover(monitor) }
    display.flush()
  }

  private func cover(_ monitor: Monitor) {
    coveredMonitor = monitor
    move(to: monitor.rect)
    XRaiseWindow(display.pointer, id)
  }

  private func uncoverMonitor() {
    guard var rect = ordinaryRect else { return }
    ordinaryRect = nil
    coveredMonitor = nil
    XDeleteProperty(display.pointer, id, display.atoms[.state])
    // The old monitor may be gone or smaller by now: part of the window must stay reachable.
    let monitors = display.monitors()
    if Monitor.withMost(of: rect, among: monitors, rather: 0) == nil, let first = monitors.first {
      rect = PixelRect(
        minX: first.rect.minX, minY: first.rect.minY, maxX: first.rect.minX + rect.width,
        maxY: first.rect.minY + rect.height)
    }
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
