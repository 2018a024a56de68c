import Geometry
import Gestures
import Glibc
import Platform
import TestSupport
import Testing

@testable import Windowing

/// A window on an X server of the test's own, with simulated input and screen capture.
final class WindowSession {
  let server: XServer
  let client: TestClient
  let hands: InputDriver
  let eyes: ScreenReader
  let display: DisplayConnection
  let window: Window
  private(set) var events: [WindowEvent] = []
  private var manager: WindowManager?

  init(
    manager: String? = nil, geometry: String? = "400x300+100+50", without: [String] = [],
    depth: Int = 24, arguments: [String] = [], devices: [TestDevice.Kind] = [],
    monitors: [(rect: PixelRect, pixelsPerMillimetre: Double)] = [],
    configure: (inout Window.Configuration) -> Void = { _ in }
  ) throws {
    let size = PixelSize(width: 1024, height: 768)
    server =
      devices.isEmpty
      ? try XServer(size: size, depth: depth, without: without, arguments: arguments)
      : try XServer(devices: devices, size: size)
    client = try TestClient(server)
    hands = InputDriver(client)
    eyes = ScreenReader(client)
    if let manager { self.manager = try WindowManager(manager, on: server, client: client) }
    if !monitors.isEmpty {
      let rects = monitors.map(\.rect)
      let order = client.setMonitors(
        rects, pixelsPerMillimetre: monitors.map(\.pixelsPerMillimetre))
      try #require(Set(order) == Set(rects))
    }
    display = try DisplayConnection(name: server.display)
    var configuration = Window.Configuration(
      title: "first", size: PixelSize(width: 400, height: 300),
      geometry: geometry.flatMap { WindowGeometry($0) })
    configure(&configuration)
    window = try Window(display, configuration)
  }

  /// Maps the window, and waits until it is visible.
  func map() {
    window.map()
    #expect(wait { $0 == .visibility(isVisible: true) })
    #expect(waitUntil { client.isViewable(window.id) })
  }

  /// Reads events until one satisfies the condition; those already read count, too.
  func wait(_ limit: Double = 10, for isWanted: (WindowEvent) -> Bool) -> Bool {
    var seen = 0
    return waitUntil(limit) {
      read()
      defer { seen = events.count }
      return events[seen...].contains(where: isWanted) || events[..<seen].contains(where: isWanted)
    }
  }

  /// Reads pending events into `events`.
  func read() { events += window.readEvents() }

  /// Reads events until a condition holds.
  func wait(_ limit: Double = 10, until condition: () -> Bool) -> Bool {
    waitUntil(limit) {
      read()
      return condition()
    }
  }

  /// Discards all events so far, those in flight included.
  func forget() {
    display.synchronize()
    read()
    events.removeAll()
  }

  /// The place of the window's content on the screen.
  var rect: PixelRect { client.rect(of: window.id) ?? PixelRect(.zero) }
}
