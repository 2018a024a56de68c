import CX11
import Geometry
import InputEvents

extension XInput {
  /// A finger on a touch screen.
  ///
  /// Without asking for ownership, the server tells of a finger only once it is this window's: what
  /// a window manager takes for itself is never seen here.
  mutating func touch(_ event: XIDeviceEvent, clock: inout ServerClock) -> [WindowEvent] {
    let source = Int(event.sourceid)
    if tracker.devices[source] == nil { queryDevices() }
    // Such a device moves a pointer, and its fingers have no place on the screen.
    if tracker.devices[source]?.isTouchpad == true { return [] }
    let phase: GesturePhase =
      switch event.evtype {
      case XI_TouchBegin: .began
      // The finger is lifted already; somebody else may still decide about it, for seconds.
      case XI_TouchUpdate: event.flags & XITouchPendingEnd != 0 ? .ended : .changed
      default: .ended
      }
    let step = touches.step(
      Int(event.detail), source: source, phase: phase,
      position: Point(x: event.event_x, y: event.event_y), time: clock.seconds(event.time))
    return step.map { [.touch($0)] } ?? []
  }

  /// Takes away all fingers: the window is off the screen and will hear nothing of them.
  mutating func cancelTouches() -> [WindowEvent] { touches.cancel().map { .touch($0) } }

  /// Looks at the devices anew, and takes away the fingers of those that are gone.
  mutating func hierarchyChanged(_ event: XIHierarchyEvent) -> [WindowEvent] {
    queryDevices()
    let goings = XISlaveRemoved | XIDeviceDisabled | XISlaveDetached
    var gone: Set<Int> = []
    for index in 0..<max(0, Int(event.num_info)) {
      guard let info = event.info?[index], info.flags & goings != 0 else { continue }
      gone.insert(Int(info.deviceid))
    }
    return touches.cancel { gone.contains($0) }.map { .touch($0) }
  }
}
