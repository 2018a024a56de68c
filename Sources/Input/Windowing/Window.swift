import CX11
import Geometry
import Gestures
import Glibc

/// The viewer's window and all of its input.
///
/// Belongs to its connection's thread. It is created unmapped and without a background, so that
/// only frames ever replace what was on the screen: when it appears, when it grows, and when a
/// window over it goes away.
package final class Window {
  /// The initial properties of a window.
  package struct Configuration: Sendable {
    /// The title, already escaped for display.
    package var title: String
    /// The size of the content.
    package var size: PixelSize
    /// The geometry that the user asked for; overrides `size`, and the window manager honours its
    /// position.
    package var geometry: WindowGeometry?
    /// True if the window starts in full screen.
    package var isFullScreen: Bool
    /// The initial monitor; `nil` queries the one under the pointer.
    package var monitor: Monitor?
    /// The ICC profile of `monitor`, if it has been read; `nil` queries it.
    package var displayProfile: [UInt8]?
    /// The parent window; `nil` creates a top-level window.
    package var host: WindowHost?
    /// True if XInput 2 is used when available.
    var usesXInput = true
    /// The highest XInput 2 minor version to request.
    var newestXInputMinor = XInput.newestMinor

    /// Creates a configuration.
    package init(
      title: String, size: PixelSize, geometry: WindowGeometry? = nil, isFullScreen: Bool = false,
      monitor: Monitor? = nil, displayProfile: [UInt8]? = nil
    ) {
      self.displayProfile = displayProfile
      self.title = title
      self.size = size
      self.geometry = geometry
      self.isFullScreen = isFullScreen
      self.monitor = monitor
    }
  }

  /// The window's connection.
  package let display: DisplayConnection
  /// The window's XID, by which EGL and other connections refer to it.
  package let id: UInt
  /// The ID of its visual, the screen's default; an EGL configuration must match it.
  package let visualID: UInt
  /// True if the visual has ten bits per channel.
  package let isDeep: Bool
  /// The size of the content, as of the last events.
  package internal(set) var size: PixelSize
  /// True if the window is full screen.
  package internal(set) var isFullScreen = false

  /// XInput 2, set up after the window has been mapped; `nil` if unavailable.
  var input: XInput?
  private let configuration: Configuration
  /// True if the window has been mapped, but XInput 2 has not been set up yet.
  private var isListeningDue = false
  let sync: SyncCounter?
  var clock = ServerClock()
  var keyboard = Keyboard()
  var isPointerHidden = false
  var isMapped = false
  var isObscured = false
  var isHidden = false
  var reportedVisibility = false
  var reportedLoss = false
  var isDestroyed = false
  /// True if another client has destroyed the window, such as a host that closes.
  package internal(set) var isGone = false
  /// The host; `nil` for a top-level window.
  let host: WindowHost?
  var isHostMapped = true
  /// The host's ancestors, the nearest first.
  var ancestors: [UInt] = []
  /// True if the window becomes full screen when it is first mapped.
  var startsFullScreen: Bool
  /// The rectangle to restore after full screen; `nil` if a window manager does that.
  var ordinaryRect: PixelRect?
  /// The monitor that the window covers; `nil` if a window manager sees to that.
  var coveredMonitor: Monitor?
  /// Pending events that do not come from the server.
  var ownEvents: [WindowEvent] = []
  /// The geometry that the user asked for.
  var geometry: WindowGeometry? { configuration.geometry }
  /// The monitor that overlaps the window most; at first the configured one.
  var monitor: Monitor
  /// All monitors as of the last RandR event; empty if they must be queried.
  var monitors: [Monitor]
  /// The monitor's ICC profile; empty if there is none.
  package internal(set) var displayProfile: [UInt8]
  /// True if the window may have moved to another monitor since the last check.
  var hasMoved = false
  /// The scale of text and bars; 1 is 96 dpi.
  package internal(set) var interfaceScale: Double
  var randrEvent: Int32?

  /// Creates the window and waits for the server to confirm it; it is not mapped yet.
  package init(_ display: DisplayConnection, _ configuration: Configuration) throws(DisplayError) {
    self.display = display
    self.configuration = configuration
    let x = display.pointer
    host = configuration.host
    try display.checkColors()
    let frame = try Self.frame(of: configuration, display: display)
    let size = frame.rect.size
    self.size = size
    isHostMapped = frame.isHostMapped
    startsFullScreen = configuration.isFullScreen
    let monitor = configuration.monitor ?? display.monitorUnderPointer()
    self.monitor = monitor
    interfaceScale = display.interfaceScale(on: monitor)
    displayProfile = configuration.displayProfile ?? display.displayProfile(of: monitor)
    monitors = display.lastMonitors
    visualID = XVisualIDFromVisual(XDefaultVisual(x, display.screen))
    isDeep = XDefaultDepth(x, display.screen) == 30

    let place =
      configuration.host == nil
      ? Self.place(
        of: size, geometry: configuration.geometry, display: display, monitor: monitor)
      : (x: frame.rect.minX, y: frame.rect.minY)
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.win_gravity = NorthWestGravity
    attributes.event_mask = Self.events | Self.pointerEvents
    // A host may have another visual than the screen's, so these must not be inherited.
    attributes.colormap = XDefaultColormap(x, display.screen)
    attributes.border_pixel = 0
    let parts = UInt(
      CWBackPixmap | CWBitGravity | CWWinGravity | CWEventMask | CWColormap | CWBorderPixel)
    var created: CX11.Window = 0
    var counter: SyncCounter?
    let error = display.errorCode {
      created = XCreateWindow(
        x, configuration.host?.window ?? display.root, Int32(place.x), Int32(place.y),
        UInt32(size.width), UInt32(size.height), 0, XDefaultDepth(x, display.screen),
        UInt32(InputOutput), XDefaultVisual(x, display.screen), parts, &attributes)
      if configuration.host == nil { counter = SyncCounter(x) }
    }
    id = created
    sync = counter
    if display.isLost { throw .lost }
    if let error { throw .windowRefused(Int(error)) }

    XSelectInput(x, display.root, PropertyChangeMask)
    if let base = display.randrEventBase {
      XRRSelectInput(x, display.root, Int32(RRScreenChangeNotifyMask))
      randrEvent = base + Int32(RRScreenChangeNotify)
    }
    if host == nil {
      setProtocols()
      setHints(geometry: configuration.geometry)
      setTitle(configuration.title)
    } else {
      watchAncestors()
    }
    // A repeating key sends only presses until it is released. The reply also confirms that the
    // server has processed all requests for the window.
    XkbSetDetectableAutoRepeat(x, 1, nil)
  }

  deinit { close() }

  /// The default position: centred on the monitor.
  private static func place(
    of size: PixelSize, geometry: WindowGeometry?, display: DisplayConnection, monitor: Monitor
  ) -> (x: Int, y: Int) {
    if let x = geometry?.x, let y = geometry?.y {
      let screen = display.screenSize
      return (
        x.position(of: size.width, in: screen.width), y.position(of: size.height, in: screen.height)
      )
    }
    let rect = monitor.rect
    return (
      max(rect.minX, rect.minX + (rect.width - size.width) / 2),
      max(rect.minY, rect.minY + (rect.height - size.height) / 2)
    )
  }

  /// The size clamped to what X allows.
  static func possible(_ size: PixelSize) -> PixelSize {
    PixelSize(
      width: min(max(1, size.width), 32_767), height: min(max(1, size.height), 32_767))
  }

  /// Maps the window; `visibility` or `exposed` reports when it is on the screen.
  package func map() {
    if startsFullScreen { prepareFullScreen() }
    XMapWindow(display.pointer, id)
    display.flush()
    if input == nil { isListeningDue = true }
  }

  /// Sets up XInput 2 once the window has been mapped.
  ///
  /// This takes ten round trips to the server, while the picture is being decoded. Until then, and
  /// without the extension, pointer input comes from core events.
  func listenIfDue() {
    guard isListeningDue, !isDestroyed, !display.isLost else { return }
    isListeningDue = false
    guard configuration.usesXInput else { return }
    input = XInput(display, window: id, newestMinor: configuration.newestXInputMinor)
    if input != nil { XSelectInput(display.pointer, id, Self.events) }
    display.flush()
  }

  /// The core events that every window selects.
  private static let events =
    StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | KeyPressMask
    | KeyReleaseMask
  private static let pointerEvents =
    ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask

  /// Requests another size of the content; `resized` reports the result.
  ///
  /// Before it is mapped, the window is also moved to the default position for that size.
  package func resize(to size: PixelSize) {
    let size = Self.possible(size)
    if isMapped || host != nil {
      XResizeWindow(display.pointer, id, UInt32(size.width), UInt32(size.height))
    } else {
      let place = Self.place(of: size, geometry: geometry, display: display, monitor: monitor)
      XMoveResizeWindow(
        display.pointer, id, Int32(place.x), Int32(place.y), UInt32(size.width),
        UInt32(size.height))
      self.size = size
      setHints(geometry: geometry)
    }
    display.flush()
  }

  /// Tells the window manager that a frame of the current size is on the screen.
  ///
  /// Call it after presenting the first frame of a new size; otherwise it does nothing.
  package func acknowledgeSync() { sync?.acknowledge() }

  /// Destroys the window.
  package func close() {
    guard !isDestroyed else { return }
    isDestroyed = true
    sync?.destroy()
    XDestroyWindow(display.pointer, id)
    display.flush()
  }
}
