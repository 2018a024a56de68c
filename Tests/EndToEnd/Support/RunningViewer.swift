import Geometry
import Gestures
import Glibc
import Platform
import TestSupport
import Testing

/// The real program in a window on an X server of its own, with hands on it and eyes on the screen.
final class RunningViewer {
  /// What kept the program from showing a window.
  struct NoWindow: Error, CustomStringConvertible {
    var description: String
  }

  /// The program as it was built beside the tests.
  static let program = PipedProcess.built("fresnel")

  /// How long anything is waited for, in seconds: the machine may be busy.
  static let patience = 60.0

  /// Nobody's own filters, and no chain that somebody keeps.
  static let nobody: [String: String?] = [
    "XDG_CONFIG_HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere",
  ]

  /// The server that it shows itself on.
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let process: TestProcess
  private(set) var window: UInt = 0

  /// Starts the program and waits for its window to be on the screen.
  convenience init(
    _ arguments: [String], on server: XServer? = nil, program: String = program,
    environment: [String: String?] = [:], passing descriptors: [Int32: Int32] = [:]
  ) throws {
    let server = try server ?? XServer()
    let process = try server.run(
      program, arguments, environment: environment, passing: descriptors)
    try self.init(process, on: server)
  }

  /// Takes over a program that was started on a server, and waits for its window.
  init(_ process: TestProcess, on server: XServer) throws {
    self.server = server
    self.process = process
    client = try TestClient(server)
    hands = InputDriver(client)
    waitUntil(Self.patience) {
      window = client.window(ofProcess: process.pid) ?? 0
      return window != 0 && client.isViewable(window) || !process.isRunning
    }
    guard window != 0, process.isRunning else {
      throw NoWindow(description: "no window: \(process.standardError)")
    }
    client.focus(window)
  }

  // MARK: What it shows

  /// The window's title.
  var title: String { client.text("_NET_WM_NAME", of: window) }

  /// Where the window's content lies on the screen.
  var rect: PixelRect { client.rect(of: window) ?? PixelRect(.zero) }

  /// The window's size.
  var size: PixelSize { rect.size }

  /// What the window shows now; empty where it is gone or not all on the screen.
  var screen: PixelGrid {
    ScreenReader(client).grid(window: window) ?? PixelGrid(size: .zero, words: [])
  }

  /// Waits for a screen at rest whose every pixel is explained by one view of a coordinate picture.
  func settledView(of size: PixelSize, scale: Double) -> CoordinateView? {
    var view: CoordinateView?
    _ = waitUntil(10) {
      guard waitUntilQuiet() else { return false }
      view = CoordinateView(screen, of: size, scale: scale)
      return view != nil
    }
    return view
  }

  /// What the window shows once nothing moves and nobody works any more.
  func settled() throws -> PixelGrid {
    try #require(waitUntilQuiet(), "the viewer does not come to rest; \(title)")
    return screen
  }

  /// Waits until every thread of the viewer, its decoders and the server sleeps.
  @discardableResult
  func waitUntilQuiet() -> Bool {
    family.waitUntilQuiet(with: [server.process.pid], limit: Self.patience)
  }

  /// Waits until the window shows exactly this, and records where it does not.
  func expect(
    _ expected: PixelGrid, tolerance: Int = 0, _ what: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let isThere = waitUntil(Self.patience) {
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

  /// Waits until the title is as wanted, and records what it is where it never becomes so.
  func expectTitle(
    _ what: String = "the title", at location: SourceLocation = #_sourceLocation,
    _ isRight: (String) -> Bool
  ) {
    if waitUntil(Self.patience, { isRight(title) }) { return }
    Issue.record("\(what) is \(title)", sourceLocation: location)
  }

  // MARK: What is done to it

  /// A point of the window on the screen.
  func onScreen(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    let rect = rect
    return (rect.minX + x, rect.minY + y)
  }

  /// Moves the pointer to a point of the window.
  func point(atX x: Int, y: Int) {
    let place = onScreen(x, y)
    hands.move(toX: place.x, y: place.y)
  }

  /// Types the key of a character of Latin-1.
  func type(_ character: Unicode.Scalar) { type(character.value) }

  /// Types a key by its keysym.
  func type(_ keysym: UInt32, at location: SourceLocation = #_sourceLocation) {
    #expect(hands.key(keysym), "the keyboard has no such key", sourceLocation: location)
  }

  // MARK: Its processes

  /// The program and its decoders.
  var family: ProcessFamily { ProcessFamily(process.pid) }

  /// The decoders that run, by the name of their program.
  func decoders(named name: String = "fresnel-decode") -> [pid_t] {
    family.children.filter { ProcessFamily.name(of: $0).hasPrefix(name) }
  }

  /// Ends it by its key and tells how it ended.
  func quit() -> TestProcess.Exit? {
    type("q")
    return process.wait(limit: Self.patience)
  }
}

extension PixelGrid {
  /// Whether no channel of any pixel differs by more than `tolerance`.
  func matches(_ other: PixelGrid, _ tolerance: Int) -> Bool {
    difference(from: other, tolerance: tolerance) == nil
  }
}

extension TemporaryFolder {
  /// Makes folders inside each other.
  func folders(_ path: String) throws {
    let parts = path.split(separator: "/")
    for count in 1...parts.count { try folder(parts[..<count].joined(separator: "/")) }
  }
}

/// Keysyms that are no characters.
enum Key {
  static let backspace: UInt32 = 0xff08
  static let enter: UInt32 = 0xff0d
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
  static let f11: UInt32 = 0xffc8
}

/// The colour around a picture, as the viewer has it unless told otherwise.
let surround: UInt32 = 0x202020
