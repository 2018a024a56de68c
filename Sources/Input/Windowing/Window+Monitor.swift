import CX11
import Geometry
import Gestures

/// The monitor that the window lies on: its colours, and how large the interface is on it.
extension Window {
  /// The property that the monitor's profile stands in.
  var profileAtom: Atom? {
    AtomName.profiles.indices.contains(monitor.number)
      ? display.atoms[AtomName.profiles[monitor.number]] : nil
  }

  /// Looks which monitor has most of the window now, and what that monitor is: it counts.
  ///
  /// Between two, or beside all of them, the last one still does.
  func noteMonitor(into batch: inout EventBatch) {
    hasMoved = false
    guard !isDestroyed, !display.isLost else { return }
    if monitors.isEmpty { monitors = display.monitors() }
    guard let now = monitorNow, now != monitor else { return }
    let isOther = now.number != monitor.number
    monitor = now
    if isOther { noteProfile(into: &batch) }
    noteInterfaceScale(into: &batch)
  }

  /// The monitor that has most of the window; `nil` where none has.
  private var monitorNow: Monitor? {
    if monitors.count == 1 { return monitors[0] }
    var child: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    guard XTranslateCoordinates(display.pointer, id, display.root, 0, 0, &x, &y, &child) != 0
    else { return nil }
    let rect = PixelRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + size.width, maxY: Int(y) + size.height)
    return Monitor.withMost(of: rect, among: monitors, rather: monitor.number)
  }

  /// Reads the monitor's profile anew.
  func noteProfile(into batch: inout EventBatch) {
    let profile = display.displayProfile(of: monitor)
    guard profile != displayProfile else { return }
    displayProfile = profile
    batch.append(.displayProfileChanged)
  }

  /// Asks anew how large the interface is on the monitor.
  func noteInterfaceScale(into batch: inout EventBatch) {
    let scale = display.interfaceScale(on: monitor)
    guard scale != interfaceScale else { return }
    interfaceScale = scale
    batch.append(.interfaceScaleChanged(scale))
  }
}
