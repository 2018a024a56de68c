import CX11
import Geometry
import Gestures

/// XInput 2 on one window: sub-pixel motion, smooth scrolling, touchpad gestures, touch screens.
///
/// Older servers only lack what was added later: without 2.4 there are no touchpad gestures, and
/// before 2.2 a finger on the screen is a pointer.
struct XInput {
  /// The highest minor version that this code supports.
  static let newestMinor: Int32 = 4

  /// The extension's opcode, by which its events are recognised.
  let opcode: Int32
  /// The window's connection.
  private let display: OpaquePointer
  private let atoms: Atoms
  var tracker = ScrollTracker()
  var touches = TouchTracker()
  /// True if touches are reported as such; the pointer events emulated from them are then ignored.
  private let seesTouches: Bool
  private var lastPosition: Point?

  /// Selects the window's input; `nil` if the server doesn't support XInput 2.
  init?(
    _ connection: DisplayConnection, window: CX11.Window, newestMinor: Int32 = Self.newestMinor
  ) {
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    var major: Int32 = 2
    var minor = newestMinor
    guard XQueryExtension(connection.pointer, "XInputExtension", &opcode, &event, &error) != 0,
      XConnection.inTurn({ XIQueryVersion(connection.pointer, &major, &minor) }) == 0, major >= 2
    else { return nil }
    self.opcode = opcode
    display = connection.pointer
    atoms = connection.atoms
    var kinds = [
      XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave, XI_DeviceChanged,
    ]
    seesTouches = (major, minor) >= (2, 2)
    if seesTouches { kinds += [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd] }
    if (major, minor) >= (2, 4) {
      kinds += [
        XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd, XI_GestureSwipeBegin,
        XI_GestureSwipeUpdate, XI_GestureSwipeEnd,
      ]
    }
    select(kinds, of: XIAllMasterDevices, on: window)
    // The server accepts this event only for all devices.
    select([XI_HierarchyChanged], of: XIAllDevices, on: window)
    // A pointer that is already inside the window causes no enter event.
    queryDevices()
  }

  private func select(_ kinds: [Int32], of device: Int32, on window: CX11.Window) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for kind in kinds { bits[Int(kind) / 8] |= 1 << UInt8(kind % 8) }
    bits.withUnsafeMutableBufferPointer { bits in
      var mask = XIEventMask(
        deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
      XISelectEvents(display, window, &mask, 1)
    }
  }

  /// Returns the window events of an extension event; the caller owns its data.
  mutating func events(
    kind: Int32, data: UnsafeMutableRawPointer, clock: inout ServerClock
  ) -> [WindowEvent] {
    switch kind {
    case XI_Motion:
      return motion(data.assumingMemoryBound(to: XIDeviceEvent.self).pointee, clock: &clock)
    case XI_ButtonPress, XI_ButtonRelease:
      return button(data.assumingMemoryBound(to: XIDeviceEvent.self).pointee, clock: &clock)
    case XI_Enter:
      // Ignore scrolling that happened in other windows.
      queryDevices()
      return []
    case XI_Leave:
      lastPosition = nil
      let event = data.assumingMemoryBound(to: XILeaveEvent.self).pointee
      return event.mode == XINotifyNormal && event.detail != XINotifyInferior ? [.pointerLeft] : []
    case XI_HierarchyChanged:
      return hierarchyChanged(data.assumingMemoryBound(to: XIHierarchyEvent.self).pointee)
    case XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      return touch(data.assumingMemoryBound(to: XIDeviceEvent.self).pointee, clock: &clock)
    case XI_DeviceChanged:
      deviceChanged(data.assumingMemoryBound(to: XIDeviceChangedEvent.self).pointee)
      return []
    case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
      return [pinch(data.assumingMemoryBound(to: XIGesturePinchEvent.self).pointee, clock: &clock)]
    case XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd:
      return [swipe(data.assumingMemoryBound(to: XIGestureSwipeEvent.self).pointee, clock: &clock)]
    default: return []
    }
  }

  // MARK: Pointer

  private mutating func motion(_ event: XIDeviceEvent, clock: inout ServerClock) -> [WindowEvent] {
    var events: [WindowEvent] = []
    let position = Point(x: event.event_x, y: event.event_y)
    let time = clock.seconds(event.time)
    let movement = tracker.move(
      Int(event.sourceid), valuators: Self.valuators(event.valuators), serial: event.serial)
    // Ignore the pointer emulated from a touch, but keep scroll valuators from any source.
    let isFinger = seesTouches && event.flags & XIPointerEmulated != 0
    if !isFinger, position != lastPosition {
      lastPosition = position
      events.append(.motion(position: position, time: time))
    }
    if let movement {
      events.append(
        .scroll(
          ScrollEvent(
            detents: movement.detents, source: movement.isTouchpad ? .touchpad : .wheel,
            isContinuous: movement.isContinuous, isEnd: movement.isEnd, position: position,
            modifiers: Modifiers(state: UInt32(bitPattern: event.mods.effective)), time: time)))
    }
    return events
  }

  private mutating func button(_ event: XIDeviceEvent, clock: inout ServerClock) -> [WindowEvent] {
    // Valuators have already reported a wheel's emulated buttons, and touch events a finger's.
    if event.flags & XIPointerEmulated != 0, seesTouches || (4...7).contains(event.detail) {
      return []
    }
    lastPosition = Point(x: event.event_x, y: event.event_y)
    return WindowEvent.button(
      Int(event.detail), isPressed: event.evtype == XI_ButtonPress,
      position: Point(x: event.event_x, y: event.event_y),
      modifiers: Modifiers(state: UInt32(bitPattern: event.mods.effective)),
      time: clock.seconds(event.time))
  }

  // MARK: Gestures

  private func pinch(_ event: XIGesturePinchEvent, clock: inout ServerClock) -> WindowEvent {
    .pinch(
      PinchEvent(
        phase: Self.phase(
          event.evtype, isCancelled: event.flags & XIGesturePinchEventCancelled != 0),
        scale: event.scale.isFinite && event.scale > 0 ? event.scale : 1,
        delta: Point(x: event.delta_x, y: event.delta_y),
        position: Point(x: event.event_x, y: event.event_y), time: clock.seconds(event.time)))
  }

  private func swipe(_ event: XIGestureSwipeEvent, clock: inout ServerClock) -> WindowEvent {
    .swipe(
      SwipeEvent(
        phase: Self.phase(
          event.evtype, isCancelled: event.flags & XIGestureSwipeEventCancelled != 0),
        fingers: Int(event.detail), delta: Point(x: event.delta_x, y: event.delta_y),
        time: clock.seconds(event.time)))
  }

  private static func phase(_ kind: Int32, isCancelled: Bool) -> GesturePhase {
    switch kind {
    case XI_GesturePinchBegin, XI_GestureSwipeBegin: .began
    case XI_GesturePinchUpdate, XI_GestureSwipeUpdate: .changed
    default: isCancelled ? .cancelled : .ended
    }
  }

  // MARK: Devices

  private mutating func deviceChanged(_ event: XIDeviceChangedEvent) {
    let id = Int(event.sourceid)
    // A physical change may have turned the device into another kind.
    if tracker.devices[id] == nil || event.reason == XIDeviceChange { queryDevices() }
    tracker.rebase(id, axes: Self.scrollAxes(event.classes, count: event.num_classes))
  }

  /// Queries all devices: one round trip, plus one for each touchpad of an old server.
  mutating func queryDevices() {
    let serial = XNextRequest(display)
    var count: Int32 = 0
    guard let list = XIQueryDevice(display, XIAllDevices, &count) else { return }
    defer { XIFreeDeviceInfo(list) }
    var devices: [Int: ScrollDevice] = [:]
    for index in 0..<max(0, Int(count)) {
      let info = list[index]
      guard info.use == XISlavePointer || info.use == XIFloatingSlave else { continue }
      var device = ScrollDevice()
      device.axes = Self.scrollAxes(info.classes, count: info.num_classes)
      device.validFrom = serial
      device.isTouchpad =
        Self.isTouchpad(info.classes, count: info.num_classes)
        || (!device.axes.isEmpty && hasTouchpadProperty(info.deviceid))
      devices[Int(info.deviceid)] = device
    }
    tracker.replace(devices)
  }

  private func hasTouchpadProperty(_ device: Int32) -> Bool {
    var count: Int32 = 0
    guard let list = XIListProperties(display, device, &count) else { return false }
    defer { XFree(list) }
    let signs: Set<Atom> = [
      atoms[.libinputTapping], atoms[.libinputDisableWhileTyping], atoms[.synapticsFinger],
      atoms[.synapticsTwoFinger],
    ]
    return (0..<max(0, Int(count))).contains { signs.contains(list[$0]) }
  }
}
