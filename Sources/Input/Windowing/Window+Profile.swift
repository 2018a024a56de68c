import CX11
import Geometry
import Gestures

/// The colours of the monitor that the window lies on.
extension Window {
  /// The property that the monitor's profile stands in.
  var profileAtom: Atom? {
    AtomName.profiles.indices.contains(profiledMonitor)
      ? display.atoms[AtomName.profiles[profiledMonitor]] : nil
  }

  /// Looks which monitor has most of the window now: that one's colours count.
  ///
  /// Between two, or beside all of them, it keeps those that it has.
  func noteMonitor(into batch: inout EventBatch) {
    hasMoved = false
    guard !isDestroyed, !display.isLost else { return }
    if monitors.isEmpty { monitors = display.monitors() }
    guard monitors.count > 1 || profiledMonitor != 0 else { return }
    var child: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    guard XTranslateCoordinates(display.pointer, id, display.root, 0, 0, &x, &y, &child) != 0
    else { return }
    let rect = PixelRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + size.width, maxY: Int(y) + size.height)
    guard let monitor = Monitor.withMost(of: rect, among: monitors, rather: profiledMonitor),
      monitor.number != profiledMonitor
    else { return }
    profiledMonitor = monitor.number
    noteProfile(into: &batch)
  }

  /// Reads the monitor's profile anew.
  func noteProfile(into batch: inout EventBatch) {
    let profile = display.displayProfile(of: Monitor(rect: .init(.zero), number: profiledMonitor))
    guard profile != displayProfile else { return }
    displayProfile = profile
    batch.append(.displayProfileChanged)
  }
}
