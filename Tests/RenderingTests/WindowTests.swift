import CX11
import Filters
import Geometry
import Glibc
import Graphics
import Testing
import Tiles
import Windowing

@testable import Rendering

@Suite(.serialized, .enabled(if: TestXServer.isInstalled, "Xvfb is not installed"))
struct WindowTests {
  private func start(
    _ server: TestXServer, _ window: UInt, sink: RecordingSink? = nil, faults: FaultInjector? = nil,
    startsNow: Bool = true, gpus: GPUDevices = GPUDevices(in: "/nowhere")
  ) throws -> (RenderThread, EventLog) {
    let log = EventLog()
    var configuration = RenderConfiguration(
      target: .window(display: server.name, window: window, visual: server.visual), sink: sink,
      faults: faults)
    configuration.gpus = gpus
    let thread = try RenderThread(
      configuration: configuration, startsNow: startsNow
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
    // A lost context leaves the screen as it is, and the view is drawn again.
    thread.drop(.first)
  }

  @Test func aResizedWindowIsDrawnAtItsNewSize() throws {
    let server = try #require(TestXServer())
    var size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    let (thread, log) = try start(server, window)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    // Resized before the first frame and after every one: each frame has the right size.
    for number in UInt64(1)...12 {
      size = PixelSize(
        width: 200 + Int(number * 37 % 160), height: 180 + Int(number * 53 % 200))
      server.resize(window, size)
      thread.show(.of(.view(pattern.level.size, on: size), number: number))
      #expect(log.waitForFrame(number))
      #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0, "frame \(number)")
    }
  }

  @Test func aContextLostInAWindowReturns() throws {
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

  private func frame(_ number: UInt64, _ view: Viewport, filters: String? = nil) throws -> Frame {
    let chain = try filters.map { text in
      try FilterLibrary.builtIn.chain(parsing: text) { (_) throws(FilterError) in
        throw FilterError("no tables")
      }
    }
    return Frame(
      number: number, picture: .first, viewport: view, filters: chain ?? FilterChain())
  }

  private func plainDriver(_ log: EventLog) -> String? {
    log.all.lazy.compactMap {
      if case .started(let description) = $0 { description } else { nil }
    }.first { $0.hasPrefix("software") }
  }

  /// Xvfb has no GPU: the software renderer draws until a frame has filters; then GL gets all
  /// tiles.
  ///
  /// A machine may have a GPU device that serves only other windows.
  @Test(arguments: [false, true])
  func withoutAGPUTheSoftwareRendererDrawsUntilAFilterIsUsed(hasDevice: Bool) throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    let sink = RecordingSink(size: size)
    let devices = try DeviceFolder(with: hasDevice ? ["dri"] : [])
    defer { withExtendedLifetime(devices) {} }
    let (thread, log) = try start(
      server, window, sink: sink, gpus: GPUDevices(in: devices.path))
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    let view = Viewport.view(pattern.level.size, on: size)
    thread.show(try frame(1, view))
    #expect(log.waitForFrame(1))
    let begin = hasDevice ? "software, in place of " : "software, as there is no GPU"
    #expect(plainDriver(log)?.hasPrefix(begin) == true)
    #expect(wrongPixels(pattern, sink.pixels, size) == 0 && sink.count == 1)
    thread.show(try frame(2, view, filters: "invert"))
    #expect(log.waitForFrame(2))
    let seen = server.pixels(window, size)
    var wrong = 0
    for y in 0..<270 {
      for x in 0..<300 {
        let (p, s) = (pattern.at(x, y), seen.pixel(x, y, width: size.width))
        if s.x != 255 - p.z || s.y != 255 - p.y || s.z != 255 - p.x { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    // From here on GL draws the same pixels.
    thread.show(try frame(3, view))
    #expect(log.waitForFrame(3))
    #expect(wrongPixels(pattern, server.pixels(window, size), size) == 0 && sink.count == 1)
    #expect(!log.all.contains { if case .event(.unfiltered) = $0 { true } else { false } })
    thread.drop(.first)
    thread.stop()
    #expect(thread.statistics.textureBytes == 0)
  }

  @Test func withFiltersGLDrawsFromTheStart() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let sink = RecordingSink(size: size)
    let (thread, log) = try start(
      server, server.makeWindow(size), sink: sink, startsNow: false)
    defer { thread.stop() }
    thread.expectFilters()
    try thread.start()
    thread.show(try frame(1, .view(size, on: size), filters: "invert"))
    #expect(log.waitForFrame(1))
    #expect(plainDriver(log) == nil && sink.count == 0)
  }

  /// GL draws windows of ten bits per channel, with any driver.
  @Test func glDrawsADeepWindowWithoutAGPU() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    var configuration = RenderConfiguration(
      target: .window(
        display: server.name, window: server.makeWindow(size), visual: server.visual),
      sink: RecordingSink(size: size))
    configuration.gpus = GPUDevices(in: "/nowhere")
    configuration.isDeep = true
    let log = EventLog()
    let thread = try RenderThread(configuration: configuration) { log.append($0) }
    defer { thread.stop() }
    #expect(log.wait { if case .started = $0 { true } else { false } })
    #expect(plainDriver(log) != "software, as there is no GPU")
  }

  @Test(arguments: ["dri", "nvidiactl", "dxg", "kgsl-3d0"])
  func gpusAreIdentifiedByTheirDeviceFiles(name: String) throws {
    let folder = try DeviceFolder(with: ["tty", name])
    #expect(GPUDevices(in: folder.path).arePresent)
    let others = try DeviceFolder(with: ["tty", "dr", "fb0"])
    #expect(!GPUDevices(in: others.path).arePresent)
    withExtendedLifetime((folder, others)) {}
    #expect(!GPUDevices(in: "/nowhere").arePresent)
  }

  /// If GL can't be started again, the software renderer continues, and reports it once.
  @Test func theSoftwareRendererContinuesIfGLFails() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let sink = RecordingSink(size: size)
    let faults = FaultInjector()
    let (thread, log) = try start(server, server.makeWindow(size), sink: sink, faults: faults)
    defer { thread.stop() }
    let pattern = Pattern.opaque(300, 270)
    for tile in try pattern.tiles() { thread.upload(tile) }
    #expect(log.waitForResident(4))
    faults.refuseContexts(1)
    let view = Viewport.view(pattern.level.size, on: size)
    for number in UInt64(1)...3 {
      thread.show(try frame(number, view, filters: "invert"))
      #expect(log.waitForFrame(number))
    }
    #expect(wrongPixels(pattern, sink.pixels, size) == 0 && sink.count == 3)
    #expect(log.all.count { if case .event(.unfiltered) = $0 { true } else { false } } == 1)
  }

  @Test func aDestroyedWindowEndsDrawingButNotTheProcess() throws {
    let server = try #require(TestXServer())
    let size = PixelSize(width: 320, height: 290)
    let window = server.makeWindow(size)
    // Xlib's default handler would exit at the first error; the viewer's never does.
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
        case .event(.presented), .event(.unfiltered), .event(.lost): true
        default: false
        }
      })
  }
}

/// A folder with some empty files, removed when this object is released.
private final class DeviceFolder {
  let path: String
  private let names: [String]

  init(with names: [String]) throws {
    self.names = names
    var template = Array("/tmp/fresnel-devices-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
    for name in names { close(creat("\(path)/\(name)", 0o600)) }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
