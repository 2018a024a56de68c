import CGLES
import CX11
import CXErrors
import Synchronization

/// An EGL display, closed with its owner.
///
/// Its contexts and surfaces must be destroyed before, and none of them may be current on any
/// thread.
package struct Display: ~Copyable {
  let handle: EGLDisplay
  private let connection: OpaquePointer?
  private let watch: OpaquePointer?
  private let extensions: Set<Substring>

  // EGL returns the same display for equal requests, and terminating it affects all users: count
  // them, and terminate it with the last.
  private static let owners = Mutex<[UInt: Int]>([:])

  /// Opens the display of an X server, over a connection of its own.
  ///
  /// EGL reads events from its socket, which would delay input on a shared connection.
  package init(x11 name: String?) throws(EGLError) {
    // A window or the X server may disappear while it is drawn on; that must not reach the
    // program's error handlers. The window's own connection notices it too, and ends the view in
    // order.
    var watch: OpaquePointer?
    guard let connected = fresnel_x_open(name, &watch) else {
      throw EGLError(code: .notInitialized, call: "XOpenDisplay")
    }
    let opened = OpaquePointer(connected)
    let display = eglGetPlatformDisplay(
      EGLenum(EGL_PLATFORM_X11_KHR), UnsafeMutableRawPointer(opened), nil)
    do throws(EGLError) {
      try self.init(display, connection: opened, watch: watch)
    } catch {
      XCloseDisplay(opened)
      fresnel_x_watch_end(watch)
      throw error
    }
  }

  /// Opens a display without a window system: Mesa's surfaceless platform, else the first GPU, else
  /// EGL's default display.
  package init(surfaceless _: Void) throws(EGLError) {
    let offered = Self.extensions(of: fresnel_egl_no_display())
    var failure = EGLError(code: .notInitialized, call: "eglGetPlatformDisplay")
    if offered.contains("EGL_MESA_platform_surfaceless") {
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
      do throws(EGLError) {
        try self.init(display, connection: nil)
        return
      } catch { failure = error }
    }
    if offered.contains("EGL_EXT_platform_device"), let device = fresnel_egl_first_device() {
      let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil)
      do throws(EGLError) {
        try self.init(display, connection: nil)
        return
      } catch { failure = error }
    }
    guard let display = eglGetDisplay(fresnel_egl_default_display()) else { throw failure }
    try self.init(display, connection: nil)
  }

  private init(
    _ display: EGLDisplay?, connection: OpaquePointer?, watch: OpaquePointer? = nil
  ) throws(EGLError) {
    guard let display else { throw .last("eglGetPlatformDisplay") }
    let isReady = Self.owners.withLock { owners in
      guard eglInitialize(display, nil, nil) == EGL_TRUE else { return false }
      owners[UInt(bitPattern: display), default: 0] += 1
      return true
    }
    guard isReady else { throw .last("eglInitialize") }
    handle = display
    self.connection = connection
    self.watch = watch
    extensions = Self.extensions(of: display)
  }

  deinit {
    let display = handle
    Self.owners.withLock { owners in
      let key = UInt(bitPattern: display)
      let left = owners[key, default: 1] - 1
      owners[key] = left > 0 ? left : nil
      if left <= 0 { eglTerminate(display) }
    }
    eglReleaseThread()
    if let connection { XCloseDisplay(connection) }
    fresnel_x_watch_end(watch)
  }

  /// True if the display supports an extension.
  package borrowing func offers(_ name: String) -> Bool { extensions.contains(name[...]) }

  /// True if a window of the X server still exists; queries the server.
  package borrowing func hasWindow(_ window: UInt) -> Bool {
    guard let connection else { return false }
    var root: CX11.Window = 0
    var place: (Int32, Int32) = (0, 0)
    var size: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    return XGetGeometry(
      connection, window, &root, &place.0, &place.1, &size.0, &size.1, &size.2, &size.3) != 0
  }

  /// Grabs or ungrabs the X server; a grab must be brief.
  package borrowing func holdServer(_ isHeld: Bool) {
    guard let connection else { return }
    if isHeld { XGrabServer(connection) } else { XUngrabServer(connection) }
    XFlush(connection)
  }

  private static func extensions(of display: EGLDisplay?) -> Set<Substring> {
    guard let text = eglQueryString(display, EGL_EXTENSIONS) else { return [] }
    return Set(String(cString: text).split(separator: " "))
  }
}

@available(*, unavailable) extension Display: Sendable {}
