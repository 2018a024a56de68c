import Geometry
import Glibc
import TestSupport
import Testing

@testable import Windowing

/// The window as seen by window managers, and without one.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct WindowManagerTests {
  @Test func theWindowHasItsProperties() throws {
    let session = try WindowSession()
    session.map()
    let client = session.client
    let id = session.window.id
    #expect(client.text("WM_CLASS", of: id) == "fresnel\0Fresnel\0")
    #expect(client.numbers("_NET_WM_PID", of: id) == [UInt(getpid())])
    #expect(!client.bytes("WM_CLIENT_MACHINE", of: id).isEmpty)
    #expect(
      client.numbers("_NET_WM_WINDOW_TYPE", of: id).map { client.name(ofAtom: $0) }
        == ["_NET_WM_WINDOW_TYPE_NORMAL"])
    #expect(
      Set(client.numbers("WM_PROTOCOLS", of: id).map { client.name(ofAtom: $0) })
        == ["WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_SYNC_REQUEST"])
    // Input and initial state; flags, then user position, user size, minimum size, gravity.
    #expect(client.numbers("WM_HINTS", of: id).prefix(3) == [3, 1, 1])
    let hints = client.numbers("WM_NORMAL_HINTS", of: id)
    #expect(hints.first == UInt(1 | 2 | 16 | 512))
    #expect(Array(hints.dropFirst().prefix(4)) == [100, 50, 400, 300])
    session.window.setIcon()
    session.display.synchronize()
    #expect(client.numbers("_NET_WM_ICON", of: id).prefix(2) == [16, 16])
    #expect(session.display.errorCount == 0)
  }

  @Test func titlesAreOnlyText() throws {
    let session = try WindowSession()
    let client = session.client
    let id = session.window.id
    let title = "%s%n $(touch x) – 写真.png"
    session.window.setTitle(title)
    session.display.synchronize()
    #expect(client.text("_NET_WM_NAME", of: id) == title)
    #expect(client.text("_NET_WM_ICON_NAME", of: id) == title)
    #expect(client.text("WM_NAME", of: id) == "%s%n $(touch x) ? ??.png")
    session.window.setTitle(String(repeating: "é", count: 5000))
    session.display.synchronize()
    let long = client.text("_NET_WM_NAME", of: id)
    #expect(long.utf8.count <= 1024)
    #expect(long.hasSuffix("é…"))
  }

  @Test func theWindowIsCentredOnTheMonitor() throws {
    let session = try WindowSession(geometry: nil)
    session.map()
    #expect(session.rect == PixelRect(minX: 312, minY: 234, maxX: 712, maxY: 534))
  }

  @Test func geometryCountsFromTheFarCorner() throws {
    let session = try WindowSession(geometry: "200x100-10-20")
    session.map()
    #expect(session.rect == PixelRect(minX: 814, minY: 648, maxX: 1014, maxY: 748))
  }

  @Test(
    .enabled(
      if: TestProcess.canFind("openbox") && TestProcess.canFind("i3"),
      "openbox or i3 is not installed"),
    arguments: [nil, "openbox", "i3"] as [String?])
  func fullScreenCoversTheMonitorAndReturns(manager: String?) throws {
    let session = try WindowSession(manager: manager)
    session.map()
    // A tiling manager maps the window first, and places it a little later.
    if manager == "i3" { #expect(session.wait { session.rect.width > 900 }) }
    session.display.synchronize()
    session.read()
    let before = session.rect
    #expect(session.window.size == before.size)
    session.window.setFullScreen(true)
    #expect(session.wait(for: { $0 == .fullScreenChanged(true) }))
    let screen = PixelRect(PixelSize(width: 1024, height: 768))
    #expect(session.wait { session.rect == screen && session.window.size == screen.size })
    #expect(session.window.isFullScreen)
    session.window.setFullScreen(false)
    #expect(session.wait(for: { $0 == .fullScreenChanged(false) }))
    #expect(
      session.wait { session.rect == before && session.window.size == before.size },
      "\(before) became \(session.rect), \(session.window.size)")
    #expect(!session.window.isFullScreen)
    #expect(session.display.errorCount == 0)
  }

  @Test(
    .enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"),
    arguments: [nil, "openbox"] as [String?])
  func theWindowMayStartInFullScreen(manager: String?) throws {
    let session = try WindowSession(manager: manager) { $0.isFullScreen = true }
    session.map()
    let screen = PixelRect(PixelSize(width: 1024, height: 768))
    #expect(session.wait(for: { $0 == .fullScreenChanged(true) }))
    #expect(session.wait { session.rect == screen })
    session.window.setFullScreen(false)
    #expect(session.wait { session.rect.size == PixelSize(width: 400, height: 300) })
  }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func aCrashedManagerCountsAsNone() throws {
    let session = try WindowSession()
    let manager = try WindowManager("openbox", on: session.server, client: session.client)
    session.map()
    #expect(session.display.managerKnowsFullScreen())
    manager.process.signal(SIGKILL)
    _ = manager.process.wait(limit: 10)
    #expect(session.wait { !session.display.managerKnowsFullScreen() })
    session.window.setFullScreen(true)
    #expect(session.wait { session.rect.size == PixelSize(width: 1024, height: 768) })
  }

  @Test(.enabled(if: TestProcess.canFind("openbox"), "openbox is not installed"))
  func aManagersCloseIsARequest() throws {
    let session = try WindowSession(manager: "openbox")
    session.map()
    // Pagers' close buttons and `wmctrl -c` send this.
    session.client.sendMessage(
      "_NET_CLOSE_WINDOW", about: session.window.id, [0, 2], toManager: true)
    #expect(session.wait(for: { $0 == .closeRequested }))
    #expect(session.client.isViewable(session.window.id))
  }

  @Test func answersAPing() throws {
    let session = try WindowSession()
    session.map()
    let client = session.client
    client.watchRoot()
    let ping = client.atom("_NET_WM_PING")
    client.sendMessage("WM_PROTOCOLS", about: session.window.id, [ping, 4711, session.window.id])
    var answers: [[UInt]] = []
    #expect(
      session.wait {
        answers += client.takeMessages().filter { $0.name == "WM_PROTOCOLS" }.map(\.numbers)
        return answers.contains { $0.prefix(3) == [ping, 4711, session.window.id] }
      })
  }

  @Test func answersASyncRequestAfterTheFrame() throws {
    let session = try WindowSession()
    session.map()
    let client = session.client
    let counter = try #require(
      client.numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: session.window.id).first)
    #expect(client.counter(counter) == 0)
    let request = client.atom("_NET_WM_SYNC_REQUEST")
    client.sendMessage("WM_PROTOCOLS", about: session.window.id, [request, 0, 7, 1])
    session.forget()
    // The new size has not arrived yet: a frame presented now still has the old size.
    session.window.acknowledgeSync()
    session.display.synchronize()
    #expect(client.counter(counter) == 0)
    session.client.place(session.window.id, at: PixelRect(minX: 0, minY: 0, maxX: 500, maxY: 400))
    #expect(session.wait(for: { $0 == .resized(PixelSize(width: 500, height: 400)) }))
    #expect(client.counter(counter) == 0)
    session.window.acknowledgeSync()
    session.display.synchronize()
    #expect(client.counter(counter) == Int64(1 << 32 | 7))
  }

  @Test func aSyncRequestWithoutANewSizeIsAnsweredAtOnce() throws {
    let session = try WindowSession()
    session.map()
    let counter = try #require(
      session.client.numbers("_NET_WM_SYNC_REQUEST_COUNTER", of: session.window.id).first)
    let request = session.client.atom("_NET_WM_SYNC_REQUEST")
    session.client.sendMessage("WM_PROTOCOLS", about: session.window.id, [request, 0, 9, 0])
    session.client.place(
      session.window.id, at: PixelRect(minX: 7, minY: 7, maxX: 407, maxY: 307))
    #expect(session.wait { session.client.counter(counter) == 9 })
  }
}
