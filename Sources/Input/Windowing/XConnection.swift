import CX11
import CXErrors
import Synchronization

/// An Xlib connection that records its own errors, without a process-wide error handler.
///
/// Another client may destroy a window between a request and its reply, which must not end the
/// program. The extension libraries keep unlocked lists of connections, to which they add at first
/// use and from which they remove at the end, so connections are opened and closed one at a time.
struct XConnection: ~Copyable {
  let pointer: OpaquePointer
  /// RandR's event base; `nil` without the extension.
  let randrEventBase: Int32?
  // Written only during our own Xlib calls, so on our own thread.
  private let watch: OpaquePointer?

  private static let turns = Mutex(())

  /// Connects to a display, by default to the one in `DISPLAY`; `nil` on failure.
  init?(name: String?) {
    let opened = Self.inTurn { () -> (address: UInt, watch: UInt, randr: Int32?) in
      // Each connection belongs to one thread, but all share Xlib's lists.
      XInitThreads()
      var watch: OpaquePointer?
      guard let display = fresnel_x_open(name, &watch) else { return (0, 0, nil) }
      return (
        UInt(bitPattern: display), UInt(bitPattern: watch),
        Self.useMonitors(of: OpaquePointer(display))
      )
    }
    guard let pointer = OpaquePointer(bitPattern: opened.address) else { return nil }
    self.pointer = pointer
    randrEventBase = opened.randr
    watch = OpaquePointer(bitPattern: opened.watch)
  }

  deinit {
    if !isLost { XSync(pointer, 0) }
    let address = UInt(bitPattern: pointer)
    Self.inTurn {
      if let pointer = OpaquePointer(bitPattern: address) { XCloseDisplay(pointer) }
    }
    fresnel_x_watch_end(watch)
  }

  /// True once the connection to the server is lost.
  var isLost: Bool { fresnel_x_watch_is_lost(watch) != 0 }

  /// The number of errors that the server has reported.
  var errorCount: Int { Int(fresnel_x_watch_count(watch)) }

  /// The serial of the request that caused the last error; 0 before the first.
  var lastErrorRequest: UInt { fresnel_x_watch_request(watch) }

  var lastErrorCode: UInt8 { fresnel_x_watch_code(watch) }

  /// Runs a first or last call to an extension library for a connection, one at a time.
  static func inTurn<Result: Sendable>(_ body: () -> Result) -> Result {
    turns.withLock { _ in body() }
  }

  /// Registers the connection with RandR's library and returns RandR's event base.
  ///
  /// The other extensions are queried when they are needed: each query is a round trip, and a
  /// decoder needs only the monitors.
  private static func useMonitors(of pointer: OpaquePointer) -> Int32? {
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    // Query the server directly: Xrandr complains on stderr if the extension is missing.
    guard XQueryExtension(pointer, "RANDR", &opcode, &event, &error) != 0 else { return nil }
    XRRQueryExtension(pointer, &event, &error)
    return event
  }
}

/// Why a display, or a window on it, can't be used.
package enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display is given: `DISPLAY` is not set.
  case notNamed
  /// The display does not answer or refuses this user.
  case notReachable(String)
  /// The connection was lost before the window was created.
  case lost
  /// The server refused to create a window; the number is X's error code.
  case windowRefused(Int)
  /// The host window does not exist.
  case noHost(UInt)
  /// The screen has too few colours for pictures; the number is its depth in bits.
  case fewColors(bits: Int)

  /// A sentence for the user.
  package var description: String {
    switch self {
    case .notNamed: "there is no display to show a window on (DISPLAY is not set)"
    case .notReachable(let name): "the display \(name) cannot be opened"
    case .lost: "the connection to the X server was lost"
    case .noHost(let window): "there is no window \(window) to embed the view in"
    case .fewColors(let bits):
      "the screen has too few colours to show pictures "
        + "(\(bits) bit\(bits == 1 ? "" : "s") per pixel)"
    case .windowRefused(let code): "the X server refused to create a window (error \(code))"
    }
  }
}
