import Geometry
import Glibc
import Platform
import TestSupport

@testable import Windowing

/// A window of ours on a server of the test's own, with hands and eyes beside it.
final class WindowSession {
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let eyes: ScreenReader
  let display: DisplayConnection
  let window: Window
  private(set) var events: [WindowEvent] = []
  private var manager: TestProcess?

  init(
    manager: String? = nil, geometry: String? = "400x300+100+50", without: [String] = [],
    depth: Int = 24, arguments: [String] = [],
    configure: (inout Window.Configuration) -> Void = { _ in }
  ) throws {
    server = try XServer(
      size: PixelSize(width: 1024, height: 768), depth: depth, without: without,
      arguments: arguments)
    client = try TestClient(server)
    hands = InputDriver(client)
    eyes = ScreenReader(client)
    if let manager { self.manager = try Self.start(manager, server, client) }
    display = try DisplayConnection(name: server.display)
    var configuration = Window.Configuration(
      title: "first", size: PixelSize(width: 400, height: 300),
      geometry: geometry.flatMap { WindowGeometry($0) })
    configure(&configuration)
    window = try Window(display, configuration)
  }

  deinit { manager?.terminate() }

  /// Starts a window manager and waits until it says that it is there.
  static func start(_ name: String, _ server: XServer, _ client: TestClient) throws -> TestProcess {
    var arguments: [String] = []
    // Without a configuration file i3 asks its user questions first.
    if name == "i3" { arguments = ["-c", "/dev/null"] }
    let process = try server.run(name, arguments, environment: ["HOME": "/nonexistent"])
    waitUntil(20) { !client.numbers("_NET_SUPPORTING_WM_CHECK", of: client.root).isEmpty }
    return process
  }

  /// Puts the window on the screen and waits until it can be seen.
  func map() {
    window.map()
    _ = wait { $0 == .visibility(isVisible: true) }
    waitUntil { client.isViewable(window.id) }
  }

  /// Reads events until one is as wanted, and gives all that came since the last call.
  func wait(_ limit: Double = 10, for isWanted: (WindowEvent) -> Bool) -> Bool {
    var seen = 0
    return waitUntil(limit) {
      read()
      defer { seen = events.count }
      return events[seen...].contains(where: isWanted) || events[..<seen].contains(where: isWanted)
    }
  }

  /// Reads what has come, into `events`.
  func read() { events += window.readEvents() }

  /// Reads until something outside is so.
  func wait(_ limit: Double = 10, until condition: () -> Bool) -> Bool {
    waitUntil(limit) {
      read()
      return condition()
    }
  }

  /// Forgets the events so far, also those that are on their way.
  func forget() {
    display.synchronize()
    read()
    events.removeAll()
  }

  /// Where the content lies on the screen.
  var rect: PixelRect { client.rect(of: window.id) ?? PixelRect(.zero) }
}
