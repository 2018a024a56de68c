import CX11
import Geometry
import Gestures
import Glibc

/// The viewer's window, and all input to it.
///
/// It belongs to the thread of its connection. It is made unmapped, with nothing as its
/// background, so that no pixel but a frame's ever replaces what was on the screen: not when it
/// appears, not when it grows, and not when what lay over it goes away.
package final class Window {
  /// What a window is made with.
  package struct Configuration: Sendable {
    /// The title, ready for display.
    package var title: String
    /// The size of its content.
    package var size: PixelSize
    /// What the user asked for; it overrides the size, and the window manager honours its place.
    package var geometry: WindowGeometry?
    /// Whether it begins as a full-screen window.
    package var isFullScreen: Bool
    /// The monitor that it begins on; `nil` asks the server for the one that the pointer is on.
    package var monitor: Monitor?
    /// That monitor's ICC profile, where it has been read; `nil` asks the server for it.
    package var displayProfile: [UInt8]?
    /// The window that it lies in; `nil` makes one of the desktop's.
    package var host: WindowHost?
    /// Whether XInput 2 is used where it is there.
    var usesXInput = true
    /// The newest minor version of XInput 2 to ask for.
    var newestXInputMinor = XInput.newestMinor

    /// A window's beginning.
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

  /// The connection that it was made on.
  package let display: DisplayConnection
  /// The server's number for it: what EGL and other connections name it by.
  package let id: UInt
  /// The number of its visual, the screen's default one: an EGL configuration must match it.
  package let visualID: UInt
  /// Whether that has ten bits a channel.
  package let isDeep: Bool
  /// The size of its content, as the last events had it.
  package internal(set) var size: PixelSize
  /// Whether it covers its monitor.
  package internal(set) var isFullScreen = false

  /// XInput 2, once the window has been mapped; `nil` where there is none.
  var input: XInput?
  private let configuration: Configuration
  /// Whether the window was mapped, and nobody has asked for the pointer's input yet.
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
  /// Whether somebody else has destroyed it, as a host does that goes away.
  package internal(set) var isGone = false
  /// What it lies in; `nil` for one of the desktop's.
  let host: WindowHost?
  var isHostMapped = true
  /// The windows that the host lies in, the nearest first.
  var ancestors: [UInt] = []
  /// Full screen is to begin with the first mapping.
  var startsFullScreen: Bool
  /// Where to go back to, where no window manager keeps that for us.
  var ordinaryRect: PixelRect?
  /// The monitor that it covers, where no window manager sees to that.
  var coveredMonitor: Monitor?
  /// What happened without an event of the server's.
  var ownEvents: [WindowEvent] = []
  /// What the user asked for.
  var geometry: WindowGeometry? { configuration.geometry }
  /// The monitor that has most of it; at first the one that it begins on.
  var monitor: Monitor
  /// All monitors, as RandR's last word had it; empty where they are to be asked for.
  var monitors: [Monitor]
  /// The ICC profile of that monitor; empty for none.
  package internal(set) var displayProfile: [UInt8]
  /// Whether it may lie on another monitor than was looked at last.
  var hasMoved = false
  /// How large text and bars are drawn: 1 is 96 dots an inch.
  package internal(set) var interfaceScale: Double
  var randrEvent: Int32?

  /// Makes the window and waits until the server has it; it is not on the screen yet.
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
    // A host may have another visual than the screen's: then these can't be its own.
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
    // A key that is held down repeats its press only: letting go is said once. The answer comes
    // when the server has all of the window.
    XkbSetDetectableAutoRepeat(x, 1, nil)
  }

  deinit { close() }

  /// Where the window goes while nobody else decides: centred on its monitor.
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

  /// The nearest size that a window can have.
  static func possible(_ size: PixelSize) -> PixelSize {
    PixelSize(
      width: min(max(1, size.width), 32_767), height: min(max(1, size.height), 32_767))
  }

  /// Puts the window on the screen; it is there when `visibility` or `exposed` has been read.
  package func map() {
    if startsFullScreen { prepareFullScreen() }
    XMapWindow(display.pointer, id)
    display.flush()
    if input == nil { isListeningDue = true }
  }

  /// Asks for the pointer's input by XInput 2, once the window has been mapped.
  ///
  /// These are ten round trips to the server, while what the window shows is decoded. Until then,
  /// and without the extension, the core protocol's events tell of the pointer.
  func listenIfDue() {
    guard isListeningDue, !isDestroyed, !display.isLost else { return }
    isListeningDue = false
    guard configuration.usesXInput else { return }
    input = XInput(display, window: id, newestMinor: configuration.newestXInputMinor)
    if input != nil { XSelectInput(display.pointer, id, Self.events) }
    display.flush()
  }

  /// The core protocol's events that every window is told of.
  private static let events =
    StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | KeyPressMask
    | KeyReleaseMask
  private static let pointerEvents =
    ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask

  /// Asks for another size of the content; `resized` tells what it became.
  ///
  /// Before it is mapped the window goes to where one of that size belongs.
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

  /// Tells the window manager that a frame of the newest size is on the screen.
  ///
  /// To be called after each frame of a new size was presented; else it does nothing.
  package func acknowledgeSync() { sync?.acknowledge() }

  /// Takes the window off the screen for good.
  package func close() {
    guard !isDestroyed else { return }
    isDestroyed = true
    sync?.destroy()
    XDestroyWindow(display.pointer, id)
    display.flush()
  }
}
