import CX11
import Geometry
import Gestures

/// The window's current monitor, with its ICC profile and interface scale.
extension Window {
  /// The property that holds the monitor's ICC profile.
  var profileAtom: Atom? {
    AtomName.profiles.indices.contains(monitor.number)
      ? display.atoms[AtomName.profiles[monitor.number]] : nil
  }

  /// Updates the current monitor: the one that overlaps the window most.
  ///
  /// On a tie, or outside all monitors, the last one is kept.
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

  /// The monitor that overlaps the window most; `nil` if none does.
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

  /// Rereads the monitor's ICC profile.
  func noteProfile(into batch: inout EventBatch) {
    let profile = display.displayProfile(of: monitor)
    guard profile != displayProfile else { return }
    displayProfile = profile
    batch.append(.displayProfileChanged)
  }

  /// Recomputes the interface scale.
  func noteInterfaceScale(into batch: inout EventBatch) {
    let scale = display.interfaceScale(on: monitor)
    guard scale != interfaceScale else { return }
    interfaceScale = scale
    batch.append(.interfaceScaleChanged(scale))
  }
}
