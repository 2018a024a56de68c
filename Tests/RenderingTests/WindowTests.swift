import CX11
import Geometry
import Graphics
import Testing
import Windowing

@testable import Rendering

@Suite(.serialized, .enabled(if: TestXServer.isInstalled, "Xvfb is not installed"))
struct WindowTests {
  private func start(
    _ server: TestXServer, _ window: UInt, faults: FaultInjector? = nil
  ) throws -> (RenderThread, EventLog) {
    let log = EventLog()
    let thread = try RenderThread(
      configuration: RenderConfiguration(
        target: .window(display: server.name, window: window, visual: server.visual),
        faults: faults)
    ) { log.append($0) }
    return (thread, log)
  }

  private func wrongPixels(_ pattern: Pattern, _ bytes: [UInt8], _ size: PixelSize) -> Int {
    var wrong = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let p =
          x < pattern.level.size.width && y < pattern.level.size.height
          ? pattern.at(x, y) : SIMD4(32, 32, 32, 255)
        let seen = bytes.pixel(x, y, width: size.width)
        if seen.x != p.z || seen.y != p.y || seen.z != p.x { wrong += 1 }
      }
    }
    return wrong
  }

  @Test func theScreenShowsTheTilesTexelForPixel() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    let (thread, log) = try start(server, window)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    thread.show(.of(.view(pattern.level.size, on: size)))
    #expect(log.waitForFrame(1))
    #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0)
    // A lost context leaves the screen as it is, and the view comes back.
    thread.drop(.first)
  }

  @Test func aResizedWindowIsDrawnInItsOwnSize() throws {
    let server = try #require(TestXServer())
    var size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    let (thread, log) = try start(server, window)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    // Resized before the first frame, and after every later one: each frame has the right size.
    for number in UInt64(1)...12 {
      size = PixelSize(
        width: 200 + Int(number * 37 % 160), height: 180 + Int(number * 53 % 200))
      server.resize(window, size)
      thread.show(.of(.view(pattern.level.size, on: size), number: number))
      #expect(log.waitForFrame(number))
      #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0, "frame \(number)")
    }
  }

  @Test func aContextLostInAWindowComesBack() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    let faults = FaultInjector()
    let (thread, log) = try start(server, window, faults: faults)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for loss in 1...2 {
      for tile in try pattern.tiles() { thread.upload(tile) }
      #expect(log.waitForResident(4 * loss))
      thread.show(.of(.view(pattern.level.size, on: size), number: UInt64(loss)))
      #expect(log.waitForFrame(UInt64(loss)))
      #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0)
      if loss == 1 {
        faults.loseContext()
        thread.show(.of(.view(pattern.level.size, on: size), number: 50))
        #expect(log.waitForLosses(1))
        #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0)
      }
    }
  }

  @Test func aWindowThatIsGoneEndsDrawingAndNotTheProcess() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    // Xlib's own handler would end the process at the first error; the viewer's never does.
    let windowing = try DisplayConnection(name: server.name)
    defer { withExtendedLifetime(windowing) {} }
    let (thread, log) = try start(server, window)
    defer { thread.stop() }
    #expect(log.wait { if case .started = $0 { true } else { false } })
    XDestroyWindow(server.display, window)
    XSync(server.display, 0)
    thread.show(.of(.view(size, on: size)))
    #expect(
      log.wait {
        switch $0 {
        case .presented, .unavailable, .contextLost: true
        default: false
        }
      })
  }
}
