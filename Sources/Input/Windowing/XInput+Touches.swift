import CX11
import Geometry
import Gestures

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

/// The fingers that are on the screen, as far as this window has been told.
///
/// A sequence can end more than once, or not at all: its finger is lifted while somebody else still
/// decides whose it is, its device is unplugged, its window hidden. Whoever recognises gestures
/// sees each begin once and end once.
struct TouchTracker {
  private struct Touch {
    var source: Int
    var position: Point
  }

  private var touches: [Int: Touch] = [:]
  private var lastTime = 0.0

  /// The event that a step of a finger means; `nil` where its sequence is not known, or over.
  mutating func step(
    _ id: Int, source: Int, phase: GesturePhase, position: Point, time: Double
  ) -> TouchEvent? {
    lastTime = time
    switch phase {
    case .began: touches[id] = Touch(source: source, position: position)
    case .changed:
      guard touches[id] != nil else { return nil }
      touches[id]?.position = position
    case .ended, .cancelled:
      guard touches.removeValue(forKey: id) != nil else { return nil }
    }
    return TouchEvent(id: id, phase: phase, position: position, time: time)
  }

  /// Takes away the fingers of devices that are gone, or all of them, in the order of their
  /// numbers.
  mutating func cancel(where isGone: (_ source: Int) -> Bool = { _ in true }) -> [TouchEvent] {
    let lost = touches.filter { isGone($0.value.source) }.sorted { $0.key < $1.key }
    for (id, _) in lost { touches[id] = nil }
    return lost.map {
      TouchEvent(id: $0.key, phase: .cancelled, position: $0.value.position, time: lastTime)
    }
  }
}
