import CX11
import CXErrors
import Synchronization

/// An Xlib connection whose errors are its own: no handler of the process sees them.
///
/// Another client may destroy a window between our question and the server's answer, and that is no
/// reason to end a program. The extensions' libraries keep lists of connections that they make at
/// the first and free at the last one, without a lock: so connections are made and ended one at a
/// time.
struct XConnection: ~Copyable {
  let pointer: OpaquePointer
  /// The number of RandR's first event; `nil` without the extension.
  let randrEventBase: Int32?
  // Written inside our own calls, so on our own thread.
  private let watch: OpaquePointer?

  private static let turns = Mutex(())

  /// Connects to a display, or to the one that `DISPLAY` names; `nil` where it can't be had.
  init?(name: String?) {
    let opened = Self.inTurn { () -> (address: UInt, watch: UInt, randr: Int32?) in
      // Each connection belongs to one thread, but Xlib's lists are shared by all.
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

  /// Whether the server is gone.
  var isLost: Bool { fresnel_x_watch_is_lost(watch) != 0 }

  /// How many errors the server has reported.
  var errorCount: Int { Int(fresnel_x_watch_count(watch)) }

  /// The number of the request that the last error was about; 0 before the first.
  var lastErrorRequest: UInt { fresnel_x_watch_request(watch) }

  /// The last error's code.
  var lastErrorCode: UInt8 { fresnel_x_watch_code(watch) }

  /// Does what reaches an extension's library with a connection for the first or the last time.
  static func inTurn<Result: Sendable>(_ body: () -> Result) -> Result {
    turns.withLock { _ in body() }
  }

  /// Has RandR's library put the connection on its list; RandR's first event.
  ///
  /// The other extensions are asked for when they are needed: each question is a round trip, and
  /// only where the monitors are keeps a decoder waiting.
  private static func useMonitors(of pointer: OpaquePointer) -> Int32? {
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    // Asked of the server itself: Xrandr's own question complains on stderr where it is missing.
    guard XQueryExtension(pointer, "RANDR", &opcode, &event, &error) != 0 else { return nil }
    XRRQueryExtension(pointer, &event, &error)
    return event
  }
}

/// Why a display, or a window on it, cannot be used.
package enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display is named: `DISPLAY` is not set.
  case notNamed
  /// The named display does not answer, or refuses this user.
  case notReachable(String)
  /// The display was there, and went away before the window was made.
  case lost
  /// The server refused to make a window; the number is X's error code.
  case windowRefused(Int)
  /// There is no window of this number to lie in.
  case noHost(UInt)
  /// The screen has too few colours for pictures; the number is its depth in bits.
  case fewColors(bits: Int)

  /// One sentence for the user.
  package var description: String {
    switch self {
    case .notNamed: "there is no display to show a window on (DISPLAY is not set)"
    case .notReachable(let name): "the display \(name) cannot be opened"
    case .lost: "the connection to the X server was lost"
    case .noHost(let window): "there is no window \(window) to show anything in"
    case .fewColors(let bits):
      "the screen has too few colours to show pictures (\(bits) bit\(bits == 1 ? "" : "s") a pixel)"
    case .windowRefused(let code): "the X server refused to make a window (error \(code))"
    }
  }
}
