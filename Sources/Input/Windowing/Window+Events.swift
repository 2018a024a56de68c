import CX11
import Geometry
import Gestures

extension Window {
  /// True if events are queued that a poll of the connection's descriptor does not see.
  ///
  /// Xlib reads ahead: check this before sleeping.
  package var hasQueuedEvents: Bool {
    if !ownEvents.isEmpty { return true }
    if display.isLost { return !reportedLoss }
    return XEventsQueued(display.pointer, Int32(QueuedAlready)) > 0
  }

  /// Returns all events that have arrived, oldest first; never waits.
  package func readEvents() -> [WindowEvent] {
    var batch = EventBatch()
    for event in ownEvents { batch.append(event) }
    ownEvents.removeAll()
    let sizeBefore = size
    // A client that floods the window with events must not prevent drawing.
    var left = 4096
    while left > 0, !display.isLost, XPending(display.pointer) > 0 {
      left -= 1
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      handle(&event, into: &batch)
    }
    listenIfDue()
    if hasMoved { noteMonitor(into: &batch) }
    // If the size changed and changed back, no frame will be drawn that could answer the request.
    if size == sizeBefore { sync?.acknowledge() }
    if display.isLost && !reportedLoss {
      reportedLoss = true
      batch.append(.connectionLost)
    }
    return batch.events
  }

  private func handle(_ event: inout XEvent, into batch: inout EventBatch) {
    if host != nil, handleHost(event) { return noteVisibility(into: &batch) }
    switch event.type {
    case GenericEvent: handleExtension(&event, into: &batch)
    case CX11.KeyPress, KeyRelease: handleKey(&event.xkey, into: &batch)
    case CX11.ButtonPress, ButtonRelease:
      let button = event.xbutton
      WindowEvent.button(
        Int(button.button), isPressed: event.type == CX11.ButtonPress,
        position: Point(x: Double(button.x), y: Double(button.y)),
        modifiers: Modifiers(state: button.state), time: clock.seconds(button.time)
      ).forEach { batch.append($0) }
    case MotionNotify:
      let motion = event.xmotion
      batch.append(
        .motion(
          position: Point(x: Double(motion.x), y: Double(motion.y)),
          time: clock.seconds(motion.time)))
    case LeaveNotify:
      if event.xcrossing.mode == NotifyNormal { batch.append(.pointerLeft) }
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      keyboard.layoutChanged()
    case ClientMessage: handleMessage(&event, into: &batch)
    case PropertyNotify: handleProperty(event.xproperty, into: &batch)
    case ConfigureNotify where event.xconfigure.window == id:
      handleConfigure(event.xconfigure, into: &batch)
    case Expose where event.xexpose.count == 0: batch.append(.exposed)
    case MapNotify, UnmapNotify, VisibilityNotify: handleVisibility(event, into: &batch)
    case DestroyNotify where event.xdestroywindow.window == id:
      if !isDestroyed {
        isDestroyed = true
        isGone = true
        batch.append(.closeRequested)
      }
    case display.completionEventType:
      let shared = withUnsafePointer(to: &event) {
        UnsafeRawPointer($0).assumingMemoryBound(to: XShmCompletionEvent.self).pointee
      }
      display.busySegments.remove(UInt(shared.shmseg))
    case randrEvent:
      XRRUpdateConfiguration(&event)
      monitors = []
      hasMoved = true
      coverMonitorAnew()
    default: break
    }
  }

  /// Updates the window's position and size.
  ///
  /// A window manager's synthetic event has the position on the screen. Its size may be one that
  /// the server doesn't have yet or never will, so only the server's own events change the size.
  private func handleConfigure(_ event: XConfigureEvent, into batch: inout EventBatch) {
    hasMoved = true
    let configured = PixelSize(width: Int(event.width), height: Int(event.height))
    guard event.send_event == 0 || configured == size else { return }
    sync?.sizeArrived()
    guard configured != size else { return }
    size = configured
    batch.append(.resized(configured))
  }

  private func handleExtension(_ event: inout XEvent, into batch: inout EventBatch) {
    guard event.xcookie.extension == input?.opcode,
      XGetEventData(display.pointer, &event.xcookie) != 0
    else { return }
    defer { XFreeEventData(display.pointer, &event.xcookie) }
    guard let data = event.xcookie.data else { return }
    let events = input?.events(kind: event.xcookie.evtype, data: data, clock: &clock)
    for event in events ?? [] { batch.append(event) }
  }

  private func handleKey(_ event: inout XKeyEvent, into batch: inout EventBatch) {
    let modifiers = Modifiers(state: event.state)
    guard let key = keyboard.keysym(of: &event) else { return }
    let press = KeyPress(
      keysym: key.rawValue, modifiers: modifiers,
      position: Point(x: Double(event.x), y: Double(event.y)), time: clock.seconds(event.time))
    batch.append(event.type == CX11.KeyPress ? .key(press) : .keyReleased(press))
  }

  private func handleVisibility(_ event: XEvent, into batch: inout EventBatch) {
    switch event.type {
    case MapNotify where event.xmap.window == id:
      isMapped = true
      isObscured = false
      // The window manager may have placed it on another monitor.
      hasMoved = true
      noteState(into: &batch)
    case UnmapNotify where event.xunmap.window == id:
      isMapped = false
      for event in input?.cancelTouches() ?? [] { batch.append(event) }
    case VisibilityNotify where event.xvisibility.window == id:
      isObscured = event.xvisibility.state == VisibilityFullyObscured
    default: return
    }
    noteVisibility(into: &batch)
  }

  private func noteVisibility(into batch: inout EventBatch) {
    let isVisible = isMapped && isHostMapped && !isObscured && !isHidden
    guard isVisible != reportedVisibility else { return }
    reportedVisibility = isVisible
    batch.append(.visibility(isVisible: isVisible))
  }

  private func handleProperty(_ event: XPropertyEvent, into batch: inout EventBatch) {
    if event.window == id, event.atom == display.atoms[.state] {
      noteState(into: &batch)
    } else if event.window == display.root, event.atom == display.atoms[.resourceManager] {
      noteInterfaceScale(into: &batch)
    } else if event.window == display.root, profileAtom == event.atom {
      noteProfile(into: &batch)
    }
  }

  private func noteState(into batch: inout EventBatch) {
    let atoms = display.atoms
    let states = display.property(atoms[.state], of: id, limit: 1024)?.numbers ?? []
    // A composited desktop hides a minimised window without unmapping it.
    isHidden = states.contains(atoms[.stateHidden])
    noteVisibility(into: &batch)
    let covers = ordinaryRect != nil || states.contains(atoms[.stateFullScreen])
    guard isMapped, covers != isFullScreen else { return }
    isFullScreen = covers
    batch.append(.fullScreenChanged(covers))
  }

  private func handleMessage(_ event: inout XEvent, into batch: inout EventBatch) {
    let atoms = display.atoms
    // Any client can send these: ignore messages without the specified form.
    guard event.xclient.message_type == atoms[.wmProtocols], event.xclient.format == 32,
      event.xclient.window == id
    else { return }
    let data = event.xclient.data.l
    switch UInt(bitPattern: data.0) {
    case atoms[.wmDeleteWindow]: batch.append(.closeRequested)
    case atoms[.ping]:
      event.xclient.window = display.root
      XSendEvent(
        display.pointer, display.root, 0, SubstructureNotifyMask | SubstructureRedirectMask,
        &event)
      display.flush()
    case atoms[.syncRequest]:
      sync?.request(low: UInt(bitPattern: data.2), high: UInt(bitPattern: data.3))
    default: break
    }
  }
}
