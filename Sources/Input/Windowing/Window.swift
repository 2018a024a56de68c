import CX11
import Geometry
import Gestures

/// The viewer's window and all of its input.
///
/// Belongs to its connection's thread. It is created unmapped and without a background, so that
/// only frames ever replace what was on the screen: when it appears, when it grows, and when a
/// window over it goes away.
package final class Window {
  /// The window's connection.
  package let display: DisplayConnection
  /// The window's XID, by which EGL and other connections refer to it.
  package let id: UInt
  /// The ID of its visual, the screen's default; an EGL configuration must match it.
  package let visualID: UInt
  /// True if the visual has ten bits per channel.
  package let isDeep: Bool
  /// The size of the content, as of the last events.
  package private(set) var size: PixelSize
  /// True if another client has destroyed the window, such as a host that closes.
  package private(set) var isGone = false

  /// The desktop's settings for all programs; the defaults until `followDesktop` or `setPortal` is
  /// called.
  package private(set) var desktopSettings = DesktopSettings()

  private let configuration: Configuration
  private let protocols: WindowProtocols
  private var host: HostWatch?
  private var input = WindowInput()
  /// True if the window has been mapped, but XInput 2 has not been set up yet.
  private var isListeningDue = false
  private var visibility: WindowVisibility
  private var fullScreen: WindowFullScreen
  private var monitor: WindowMonitor
  /// `nil` until `followDesktop` is called.
  private var xsettings: XSettingsWatch?
  /// What the desktop's portal says.
  private var portal = DesktopSettings.Source()
  /// Pending events that do not come from the server.
  private var ownEvents = EventBatch()
  /// What is dragged over the window; `nil` unless it accepts drops.
  private var drops: DropTarget?
  private var isPointerHidden = false
  /// The pointer's shape during a drag that began in the window.
  private var dragShape: PointerShape?
  private var reportedLoss = false
  private var isDestroyed = false

  /// Creates the window and waits for the server to confirm it; it is not mapped yet.
  package init(_ display: DisplayConnection, _ configuration: Configuration) throws(DisplayError) {
    self.display = display
    self.configuration = configuration
    let x = display.pointer
    try display.checkColors()
    visualID = XVisualIDFromVisual(XDefaultVisual(x, display.screen))
    isDeep = XDefaultDepth(x, display.screen) == 30

    let rect: PixelRect
    if let host = configuration.host {
      let (whole, isMapped) = try HostWatch.select(host, display)
      visibility = WindowVisibility(isHostMapped: isMapped)
      rect = (host.rect ?? PixelRect(whole)).possible
      monitor = WindowMonitor(display, configuration)
    } else {
      visibility = WindowVisibility(isHostMapped: true)
      monitor = WindowMonitor(display, configuration)
      rect = configuration.rect(
        of: configuration.geometry?.size ?? configuration.size, on: monitor.current.rect,
        screen: display.screenSize)
    }
    size = rect.size
    id = try Self.create(
      at: rect, in: configuration.host?.window ?? display.root, of: display)
    fullScreen = WindowFullScreen(display, window: id, startsOn: configuration.isFullScreen)
    protocols = WindowProtocols(display, window: id, isHosted: configuration.host != nil)
    host = configuration.host.map { HostWatch($0, display) }
    display.select(PropertyChangeMask, of: display.root)
    if !isHosted {
      setHints(geometry: configuration.geometry)
      setTitle(configuration.title)
    }
    // A repeating key sends only presses until it is released. The reply also confirms that the
    // server has processed all requests for the window.
    XkbSetDetectableAutoRepeat(x, 1, nil)
  }

  deinit { close() }

  // MARK: State

  /// True if the window is full screen.
  package var isFullScreen: Bool { fullScreen.isOn }
  /// True if the window is embedded in another client's window.
  package var isHosted: Bool { host != nil }
  /// The ICC profile of the window's monitor; empty if there is none.
  package var displayProfile: [UInt8] { monitor.profile }
  /// The scale of text and bars; 1 is 96 dpi.
  package var interfaceScale: Double { monitor.interfaceScale }
  /// True if pointer input comes from XInput 2.
  var usesXInput: Bool { input.usesXInput }
  /// The server's time of the user's last input, in milliseconds; `nil` before the first.
  package var lastInputTime: UInt32? { input.time }

  // MARK: Requests

  /// Maps the window; `visibility` or `exposed` reports when it is on the screen.
  package func map() {
    ownEvents.append(fullScreen.prepareToMap(size: size))
    XMapWindow(display.pointer, id)
    display.flush()
    isListeningDue = !usesXInput
  }

  /// Requests another size of the content; `resized` reports the result.
  ///
  /// Before it is mapped, the window is also moved to the default position for that size.
  package func resize(to size: PixelSize) {
    let size = size.possible
    if visibility.isMapped || isHosted {
      XResizeWindow(display.pointer, id, UInt32(size.width), UInt32(size.height))
    } else {
      display.move(
        id,
        to: configuration.rect(
          of: size, on: monitor.current.rect, screen: display.screenSize))
      self.size = size
      setHints(geometry: configuration.geometry)
    }
    display.flush()
  }

  /// Moves an embedded window, in the host's pixels; `resized` reports a new size.
  package func move(inHost rect: PixelRect) {
    guard isHosted, !isDestroyed else { return }
    display.move(id, to: rect.possible)
    display.flush()
  }

  /// Enters or leaves full screen; `fullScreenChanged` reports when it is done.
  package func setFullScreen(_ isOn: Bool) {
    ownEvents.append(fullScreen.set(isOn, isMapped: visibility.isMapped, size: size))
  }

  /// Takes the keyboard focus; the window must be visible.
  package func takeFocus() {
    guard !isDestroyed else { return }
    XSetInputFocus(display.pointer, id, Int32(RevertToParent), UInt(CurrentTime))
    display.flush()
  }

  /// Starts to follow the desktop's settings; `desktopSettingsChanged` reports those that differ
  /// from the defaults.
  package func followDesktop() {
    guard xsettings == nil, !isDestroyed, !display.isLost else { return }
    xsettings = XSettingsWatch(display, window: id)
    if xsettings?.update() == true { mergeDesktop(into: &ownEvents) }
  }

  /// Takes what the desktop's portal says; `desktopSettingsChanged` reports settings that differ.
  package func setPortal(_ settings: DesktopSettings.Source) {
    guard !isDestroyed, !display.isLost else { return }
    portal = settings
    mergeDesktop(into: &ownEvents)
  }

  private func mergeDesktop(into batch: inout EventBatch) {
    let settings = DesktopSettings(
      portal: portal, xsettings: xsettings?.settings ?? DesktopSettings.Source())
    guard settings != desktopSettings else { return }
    desktopSettings = settings
    batch.append(contentsOf: monitor.setDesktop(dpi: settings.dpi, textScale: settings.textScale))
    batch.append(.desktopSettingsChanged)
  }

  /// Hides or shows the pointer over the window.
  package func setPointerHidden(_ isHidden: Bool) {
    guard isHidden != isPointerHidden, !isDestroyed, !display.isLost else { return }
    isPointerHidden = isHidden
    showPointer()
  }

  /// Accepts drops of these forms, the best first; `drag` reports them.
  ///
  /// Call it once the first picture is on the screen. A window in another one accepts none.
  package func acceptDrops(_ targets: [String]) {
    guard drops == nil, !isHosted, !isDestroyed, !display.isLost else { return }
    drops = DropTarget(display, window: id, targets: targets)
  }

  /// Tells the other program that what it has dropped was opened, or could not be.
  package func finishDrop(_ number: Int, isAccepted: Bool) {
    guard !isDestroyed, !display.isLost else { return }
    drops?.finish(number, isAccepted: isAccepted)
  }

  /// Shows whether what is dragged could be dropped where the pointer is; `nil` ends that.
  package func setPointer(_ shape: PointerShape?) {
    guard !isDestroyed, !display.isLost else { return }
    dragShape = shape
    showPointer()
  }

  private func showPointer() {
    display.setPointer(dragShape ?? (isPointerHidden ? .hidden : nil), over: id)
  }

  /// Tells the window manager that a frame of the current size is on the screen.
  ///
  /// Call it after presenting the first frame of a new size; otherwise it does nothing.
  package func acknowledgeSync() { protocols.acknowledgeSync() }

  /// Destroys the window.
  package func close() {
    guard !isDestroyed else { return }
    isDestroyed = true
    protocols.close()
    XDestroyWindow(display.pointer, id)
    display.flush()
  }

  // MARK: Events

  /// True if events are queued that a poll of the connection's descriptor does not see.
  ///
  /// Xlib reads ahead: check this before sleeping.
  package var hasQueuedEvents: Bool {
    if !ownEvents.events.isEmpty { return true }
    if display.isLost { return !reportedLoss }
    return XEventsQueued(display.pointer, Int32(QueuedAlready)) > 0
  }

  /// Returns all events that have arrived, oldest first; never waits.
  package func readEvents() -> [WindowEvent] {
    var batch = ownEvents
    ownEvents = EventBatch()
    let sizeBefore = size
    // A client that floods the window with events must not prevent drawing.
    var left = 4096
    while left > 0, drops?.hasReadEnough != true, !display.isLost,
      XPending(display.pointer) > 0
    {
      left -= 1
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      handle(&event, into: &batch)
    }
    batch.append(contentsOf: drops?.endBatch() ?? [])
    listenIfDue()
    if xsettings?.update() == true { mergeDesktop(into: &batch) }
    if !isDestroyed { batch.append(contentsOf: monitor.update(window: id, size: size)) }
    // If the size changed and changed back, no frame will be drawn that could answer the request.
    if size == sizeBefore { protocols.acknowledgeSync() }
    if display.isLost && !reportedLoss {
      reportedLoss = true
      batch.append(.connectionLost)
    }
    return batch.events
  }

  /// Sets up XInput 2 once the window has been mapped, while the picture is being decoded.
  private func listenIfDue() {
    guard isListeningDue, !isDestroyed, !display.isLost else { return }
    isListeningDue = false
    guard configuration.usesXInput else { return }
    input.setUpXInput(display, window: id, newestMinor: configuration.newestXInputMinor)
  }

  private func handle(_ event: inout XEvent, into batch: inout EventBatch) {
    if event.type == DestroyNotify, event.xdestroywindow.send_event == 0 {
      let gone = event.xdestroywindow.window
      display.forgetSelection(of: gone)
      batch.append(contentsOf: drops?.windowDestroyed(gone) ?? [])
    }
    if let change = host?.handle(event) { return batch.append(follow(change)) }
    if xsettings?.take(event) == true { return }
    switch event.type {
    case ClientMessage:
      if let drags = drops?.handle(event.xclient) {
        batch.append(contentsOf: drags)
      } else {
        batch.append(protocols.handle(&event))
      }
    case PropertyNotify where event.xproperty.window == display.root:
      batch.append(contentsOf: monitor.rootPropertyChanged(event.xproperty.atom))
    case PropertyNotify where event.xproperty.window == id:
      if event.xproperty.atom == display.atoms[.state] { readState(into: &batch) }
    case ConfigureNotify where event.xconfigure.window == id:
      batch.append(configured(event.xconfigure))
    case Expose where event.xexpose.count == 0: batch.append(.exposed)
    case MapNotify where event.xmap.window == id:
      visibility.isMapped = true
      visibility.isObscured = false
      // The window manager may have placed it on another monitor.
      monitor.windowMoved()
      readState(into: &batch)
    case UnmapNotify where event.xunmap.window == id:
      visibility.isMapped = false
      batch.append(contentsOf: input.cancelTouches())
      batch.append(visibility.change())
    case VisibilityNotify where event.xvisibility.window == id:
      visibility.isObscured = event.xvisibility.state == VisibilityFullyObscured
      batch.append(visibility.change())
    case DestroyNotify where event.xdestroywindow.window == id && !isDestroyed:
      isDestroyed = true
      isGone = true
      batch.append(.closeRequested)
    case display.completionEventType:
      let shared = withUnsafePointer(to: &event) {
        UnsafeRawPointer($0).assumingMemoryBound(to: XShmCompletionEvent.self).pointee
      }
      display.busySegments.remove(UInt(shared.shmseg))
    default:
      if monitor.handle(&event) { return fullScreen.coverAnew() }
      batch.append(contentsOf: input.events(of: &event))
    }
  }

  private func follow(_ change: HostWatch.Change) -> WindowEvent? {
    switch change {
    case .moved(let resized):
      monitor.windowMoved()
      if let resized { move(inHost: PixelRect(resized)) }
    case .mapped(let isMapped): visibility.isHostMapped = isMapped
    case .nothing: break
    }
    return visibility.change()
  }

  /// Updates the window's position and size.
  ///
  /// A window manager's synthetic event has the position on the screen. Its size may be one that
  /// the server doesn't have yet or never will, so only the server's own events change the size.
  private func configured(_ event: XConfigureEvent) -> WindowEvent? {
    monitor.windowMoved()
    let configured = PixelSize(width: Int(event.width), height: Int(event.height))
    guard event.send_event == 0 || configured == size else { return nil }
    protocols.sizeArrived()
    guard configured != size else { return nil }
    size = configured
    return .resized(configured)
  }

  /// Reads the states that the window manager has written.
  private func readState(into batch: inout EventBatch) {
    let atoms = display.atoms
    let states = display.property(atoms[.state], of: id, limit: 1024)?.numbers ?? []
    visibility.isHidden = states.contains(atoms[.stateHidden])
    batch.append(visibility.change())
    if visibility.isMapped { batch.append(fullScreen.update(states: states)) }
  }
}
