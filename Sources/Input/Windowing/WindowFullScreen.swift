import CX11
import Geometry
import Gestures

/// A window's full screen.
///
/// A window manager that supports full screen does it; without one, the window covers a monitor
/// itself.
struct WindowFullScreen {
  /// The monitor that the window covers without a window manager.
  private struct Cover {
    /// The rectangle to restore.
    let ordinaryRect: PixelRect
    var monitor: Monitor
  }

  private let display: DisplayConnection
  private let window: UInt
  private(set) var isOn = false
  /// True if the window becomes full screen when it is first mapped.
  private var startsOn: Bool
  private var cover: Cover?

  init(_ display: DisplayConnection, window: UInt, startsOn: Bool) {
    self.display = display
    self.window = window
    self.startsOn = startsOn
  }

  /// Enters or leaves full screen; returns an event if that is done.
  mutating func set(_ isOn: Bool, isMapped: Bool, size: PixelSize) -> WindowEvent? {
    guard isMapped else {
      startsOn = isOn
      return nil
    }
    defer { display.flush() }
    if cover == nil && display.managerKnowsFullScreen() {
      requestState(isOn)
      return nil
    }
    return isOn ? coverMonitor(size: size) : uncoverMonitor()
  }

  /// Makes the window full screen before it is first mapped, if it starts so.
  mutating func prepareToMap(size: PixelSize) -> WindowEvent? {
    guard startsOn else { return nil }
    startsOn = false
    // Window managers read the state at mapping; afterwards only they write it.
    writeState()
    return display.managerKnowsFullScreen() ? nil : coverMonitor(size: size)
  }

  /// Takes the states that the window manager has written.
  mutating func update(states: [UInt]) -> WindowEvent? {
    change(to: cover != nil || states.contains(display.atoms[.stateFullScreen]))
  }

  /// Covers the changed monitor, if no window manager does that.
  ///
  /// If the monitor is gone, the window goes to the one that overlaps its place most.
  mutating func coverAnew() {
    guard let last = cover?.monitor else { return }
    let monitors = display.monitors()
    guard
      let monitor = monitors.first(where: { $0.name == last.name })
        ?? Monitor.withMost(of: last.rect, among: monitors, rather: last.number)
        ?? monitors.first
    else { return }
    if monitor.rect != last.rect {
      cover?.monitor = monitor
      fill(monitor)
    }
    display.flush()
  }

  private mutating func change(to isOn: Bool) -> WindowEvent? {
    guard isOn != self.isOn else { return nil }
    self.isOn = isOn
    return .fullScreenChanged(isOn)
  }

  private func writeState() {
    display.setProperty(
      display.atoms[.state], of: window, type: Atom(XA_ATOM),
      numbers: [display.atoms[.stateFullScreen]])
  }

  private func requestState(_ isOn: Bool) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = display.atoms[.state]
    event.xclient.format = 32
    // Source indication 1: a normal application.
    event.xclient.data.l = (isOn ? 1 : 0, Int(display.atoms[.stateFullScreen]), 0, 1, 0)
    display.sendToManager(&event)
  }

  private mutating func coverMonitor(size: PixelSize) -> WindowEvent? {
    guard cover == nil else { return nil }
    let now = display.rect(of: window, size: size) ?? PixelRect(size)
    // For a window manager that is started later.
    writeState()
    let monitor = display.monitor(atX: (now.minX + now.maxX) / 2, y: (now.minY + now.maxY) / 2)
    cover = Cover(ordinaryRect: now, monitor: monitor)
    fill(monitor)
    return change(to: true)
  }

  private func fill(_ monitor: Monitor) {
    display.move(window, to: monitor.rect)
    XRaiseWindow(display.pointer, window)
  }

  private mutating func uncoverMonitor() -> WindowEvent? {
    guard var rect = cover?.ordinaryRect else { return nil }
    cover = nil
    XDeleteProperty(display.pointer, window, display.atoms[.state])
    // The old monitor may be gone or smaller by now: part of the window must stay reachable.
    let monitors = display.monitors()
    if Monitor.withMost(of: rect, among: monitors, rather: 0) == nil, let first = monitors.first {
      rect = PixelRect(
        minX: first.rect.minX, minY: first.rect.minY, maxX: first.rect.minX + rect.width,
        maxY: first.rect.minY + rect.height)
    }
    display.move(window, to: rect)
    return change(to: false)
  }
}
