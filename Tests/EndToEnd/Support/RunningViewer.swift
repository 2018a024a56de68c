import Geometry
import Gestures
import Glibc
import Platform
import TestSupport
import Testing

/// The real program in a window on an X server of its own, with simulated input and screen capture.
final class RunningViewer {
  /// Thrown if the program shows no window.
  struct NoWindow: Error, CustomStringConvertible {
    var description: String
  }

  /// The program, built beside the tests.
  static let program = PipedProcess.built("fresnel")

  /// The timeout of all waits, in seconds; generous, as the machine may be busy.
  static let timeout = 60.0

  /// An environment without user filters and without a saved chain.
  static let nobody: [String: String?] = [
    "XDG_CONFIG_HOME": XServer.settings, "XDG_STATE_HOME": "/proc/nowhere",
  ]

  /// The X server that it runs on.
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let process: TestProcess
  private(set) var window: UInt = 0

  /// Starts the program, and waits until its window is on the screen.
  ///
  /// It finds no message bus unless `environment` names one: the tester's own desktop may turn
  /// animations off.
  convenience init(
    _ arguments: [String], on server: XServer? = nil, program: String = program,
    environment: [String: String?] = [:], passing descriptors: [Int32: Int32] = [:]
  ) throws {
    let server = try server ?? XServer()
    let process = try server.run(
      program, arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"].merging(environment) { $1 },
      passing: descriptors)
    try self.init(process, on: server)
  }

  /// Adopts a program that is already running on `server`, and waits for its window.
  init(_ process: TestProcess, on server: XServer) throws {
    self.server = server
    self.process = process
    client = try TestClient(server)
    hands = InputDriver(client)
    waitUntil(Self.timeout) {
      window = client.window(ofProcess: process.pid) ?? 0
      return window != 0 && client.isViewable(window) || !process.isRunning
    }
    guard window != 0, process.isRunning else {
      throw NoWindow(description: "no window: \(process.standardError)")
    }
    client.focus(window)
  }

  // MARK: Output

  /// The window's title.
  var title: String { client.text("_NET_WM_NAME", of: window) }

  /// The place of the window's content on the screen.
  var rect: PixelRect { client.rect(of: window) ?? PixelRect(.zero) }

  /// The window's size.
  var size: PixelSize { rect.size }

  /// The window's pixels; empty if it is gone or partly off the screen.
  var screen: PixelGrid {
    ScreenReader(client).grid(window: window) ?? PixelGrid(size: .zero, words: [])
  }

  /// Waits for a screen at rest that is exactly one view of a coordinate picture; `nil` on a
  /// timeout.
  func settledView(of size: PixelSize, scale: Double) -> CoordinateView? {
    var view: CoordinateView?
    _ = waitUntil(10) {
      guard waitUntilQuiet() else { return false }
      view = CoordinateView(screen, of: size, scale: scale)
      return view != nil
    }
    return view
  }

  /// Returns the window's pixels once nothing moves and no process is busy.
  func settled() throws -> PixelGrid {
    try #require(waitUntilQuiet(), "the viewer does not come to rest; \(title)")
    return screen
  }

  /// Waits until every thread of the viewer, its decoders and the server sleeps.
  @discardableResult
  func waitUntilQuiet() -> Bool {
    family.waitUntilQuiet(with: [server.process.pid], limit: Self.timeout)
  }

  /// Waits until the window shows exactly this, and records an issue if it doesn't.
  func expect(
    _ expected: PixelGrid, tolerance: Int = 0, _ what: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let isThere = waitUntil(Self.timeout) {
      let now = screen
      return now == expected || tolerance > 0 && isAtRest && now.matches(expected, tolerance)
    }
    if isThere { return }
    Issue.record(
      "\(what) \(screen.difference(from: expected, tolerance: tolerance) ?? "too late"); \(title)",
      sourceLocation: location)
  }

  private var isAtRest: Bool {
    family.waitUntilQuiet(with: [server.process.pid], limit: 1)
  }

  /// Waits until the title satisfies the condition, and records the title if it doesn't.
  func expectTitle(
    _ what: String = "the title", at location: SourceLocation = #_sourceLocation,
    _ isRight: (String) -> Bool
  ) {
    if waitUntil(Self.timeout, { isRight(title) }) { return }
    Issue.record("\(what) is \(title)", sourceLocation: location)
  }

  // MARK: Input

  /// The place on the screen of a point of the window.
  func onScreen(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    let rect = rect
    return (rect.minX + x, rect.minY + y)
  }

  /// Moves the pointer to a point of the window.
  func point(atX x: Int, y: Int) {
    let place = onScreen(x, y)
    hands.move(toX: place.x, y: place.y)
  }

  /// Types the key of a Latin-1 character.
  func type(_ character: Unicode.Scalar) { type(character.value) }

  /// Types a key by its keysym.
  func type(_ keysym: UInt32, at location: SourceLocation = #_sourceLocation) {
    #expect(hands.key(keysym), "the keyboard has no such key", sourceLocation: location)
  }

  // MARK: Processes

  /// The program and its decoders.
  var family: ProcessFamily { ProcessFamily(process.pid) }

  /// The running decoders whose program names begin with `name`.
  func decoders(named name: String = "fresnel-decode") -> [pid_t] {
    family.children.filter { ProcessFamily.name(of: $0).hasPrefix(name) }
  }

  /// Quits with the `q` key, and returns how the program exited.
  func quit() -> TestProcess.Exit? {
    type("q")
    return process.wait(limit: Self.timeout)
  }
}

extension PixelGrid {
  /// True if no channel of any pixel differs by more than `tolerance`.
  func matches(_ other: PixelGrid, _ tolerance: Int) -> Bool {
    difference(from: other, tolerance: tolerance) == nil
  }
}

extension TemporaryFolder {
  /// Makes nested folders.
  func folders(_ path: String) throws {
    let parts = path.split(separator: "/")
    for count in 1...parts.count { try folder(parts[..<count].joined(separator: "/")) }
  }
}

/// Keysyms of keys that are not characters.
enum Key {
  static let backspace: UInt32 = 0xff08
  static let enter: UInt32 = 0xff0d
  static let tab: UInt32 = 0xff09
  static let escape: UInt32 = 0xff1b
  static let home: UInt32 = 0xff50
  static let left: UInt32 = 0xff51
  static let up: UInt32 = 0xff52
  static let right: UInt32 = 0xff53
  static let down: UInt32 = 0xff54
  static let pageUp: UInt32 = 0xff55
  static let pageDown: UInt32 = 0xff56
  static let end: UInt32 = 0xff57
  static let delete: UInt32 = 0xffff
  static let shift: UInt32 = 0xffe1
  static let control: UInt32 = 0xffe3
  static let c: UInt32 = 0x63
  static let f: UInt32 = 0x66
  static let f5: UInt32 = 0xffc2
  static let f11: UInt32 = 0xffc8
}

/// The default colour around a picture.
let surround: UInt32 = 0x202020
