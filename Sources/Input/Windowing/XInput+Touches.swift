import CX11
import Geometry
import Gestures

extension XInput {
  /// Handles a touch event.
  ///
  /// Without touch ownership events, the server reports a touch only once it belongs to this
  /// window; those that a window manager takes are never seen here.
  mutating func touch(_ event: XIDeviceEvent, clock: inout ServerClock) -> [WindowEvent] {
    let source = Int(event.sourceid)
    if tracker.devices[source] == nil { queryDevices() }
    // Such a device moves a pointer, and its fingers have no position on the screen.
    if tracker.devices[source]?.isTouchpad == true { return [] }
    let phase: GesturePhase =
      switch event.evtype {
      case XI_TouchBegin: .began
      // The finger is already lifted, although another client may still claim the touch for
      // seconds.
      case XI_TouchUpdate: event.flags & XITouchPendingEnd != 0 ? .ended : .changed
      default: .ended
      }
    let step = touches.step(
      Int(event.detail), source: source, phase: phase,
      position: Point(x: event.event_x, y: event.event_y), time: clock.seconds(event.time))
    return step.map { [.touch($0)] } ?? []
  }

  /// Cancels all touches: the window is unmapped and gets no further events for them.
  mutating func cancelTouches() -> [WindowEvent] { touches.cancel().map { .touch($0) } }

  /// Queries the devices again, and cancels the touches of removed ones.
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
