import Fresnel
import Geometry
import Gestures
import Glibc
import Platform
import TestSupport
import Testing

/// One script of input through the viewer's host and through the library's: each frame at rest is
/// the same, pixel by pixel.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct OneHostTests {
  /// A user action on a window; `changes` is true if it leads to another frame.
  private struct Step: Sendable {
    var name: String
    var changes = true
    var act: @Sendable (Bench) -> Void
  }

  private static let script: [Step] = [
    Step(name: "the first picture") { _ in },
    Step(name: "the wheel") { $0.wheel(-4, atX: 200, y: 150) },
    Step(name: "a drag") { $0.drag(fromX: 300, y: 200, toX: 241, y: 167) },
    Step(name: "left") { $0.hands.key(Key.left) },
    Step(name: "up, twice") { bench in for _ in 0..<2 { bench.hands.key(Key.up) } },
    Step(name: "another window over it", changes: false) { $0.cover() },
    Step(name: "plus") { $0.hands.key(Keysym.plus.rawValue) },
    Step(name: "another size") { $0.resize(PixelSize(width: 503, height: 381)) },
    Step(name: "right") { $0.hands.key(Key.right) },
    Step(name: "actual size at the pointer") { bench in
      bench.point(atX: 111, y: 77)
      bench.hands.key(Keysym.one.rawValue)
    },
    Step(name: "a double-click, out") { $0.doubleClick(atX: 320, y: 290) },
    Step(name: "a double-click, in") { $0.doubleClick(atX: 320, y: 290) },
    Step(name: "down") { $0.hands.key(Key.down) },
    Step(name: "minus") { $0.hands.key(Keysym.minus.rawValue) },
    Step(name: "the second picture") { $0.showNext() },
    Step(name: "the wheel over it") { $0.wheel(-7, atX: 90, y: 250) },
    Step(name: "more light") { $0.expose() },
    Step(name: "another window over that", changes: false) { $0.cover() },
    Step(name: "fit") { $0.hands.key(Keysym.zero.rawValue) },
  ]

  @Test func theViewerAndTheLibraryShowTheSame() throws {
    let folder = try TemporaryFolder()
    let files = try (0..<2).map { number in
      try folder.picture(
        "\(number).png",
        PixelGrid(
          width: 1500 - 300 * number, height: 1000,
          opaque: { x, y in CoordinatePicture.color(x, y) ^ UInt32(number) * 0x3f_0000 }))
    }
    let library = try LibraryBench(files)
    let viewer = try ViewerBench(folder.path)
    var last = PixelGrid(size: .zero, words: [])
    for step in Self.script {
      step.act(library)
      let frame = try #require(
        library.frame(besides: step.changes ? last : nil), "\(step.name): the library never rests")
      let isKept = step.changes || frame == last
      try #require(isKept, "\(step.name): the library lost its frame")
      step.act(viewer)
      let isSame = viewer.viewer.settled(is: frame)
      try #require(
        isSame, "\(step.name): \(viewer.viewer.screen.difference(from: frame) ?? "too late")")
      last = frame
    }
    #expect(viewer.viewer.quit() == .status(0))
  }
}

/// A window with simulated input.
private class Bench {
  let client: TestClient
  let window: UInt
  let hands: InputDriver

  init(_ client: TestClient, _ window: UInt) {
    self.client = client
    self.window = window
    hands = InputDriver(client)
    client.focus(window)
  }

  /// Shows the second picture.
  func showNext() {}
  /// Raises the exposure by one step.
  func expose() {}

  func point(atX x: Int, y: Int) {
    let rect = client.rect(of: window) ?? PixelRect(.zero)
    hands.move(toX: rect.minX + x, y: rect.minY + y)
  }

  func wheel(_ detents: Int, atX x: Int, y: Int) {
    point(atX: x, y: y)
    hands.wheel(detents)
  }

  func doubleClick(atX x: Int, y: Int) {
    point(atX: x, y: y)
    // Long after the clicks of earlier steps, so that they don't count.
    usleep(600_000)
    hands.doubleClick()
  }

  /// Drags, and pauses before the release, so that there is no fling.
  func drag(fromX x: Int, y: Int, toX endX: Int, y endY: Int) {
    point(atX: x, y: y)
    hands.press()
    for step in 1...10 { point(atX: x + (endX - x) * step / 10, y: y + (endY - y) * step / 10) }
    usleep(300_000)
    point(atX: endX, y: endY)
    hands.release()
  }

  func resize(_ size: PixelSize) {
    guard let rect = client.rect(of: window) else { return }
    client.place(
      window,
      at: PixelRect(
        minX: rect.minX, minY: rect.minY, maxX: rect.minX + size.width,
        maxY: rect.minY + size.height))
  }

  /// Partly covers the window: the server discards the covered pixels, and only an exposure event
  /// reports that.
  func cover() {
    let rect = client.rect(of: window) ?? PixelRect(.zero)
    let part = PixelRect(
      minX: rect.minX + 40, minY: rect.minY + 30, maxX: rect.maxX, maxY: rect.maxY)
    client.destroy(client.makeWindow(at: part, color: 0xff))
  }
}

/// The program in its window, with an album of two pictures.
private final class ViewerBench: Bench {
  let viewer: RunningViewer

  init(_ folder: String) throws {
    viewer = try RunningViewer(["--geometry", "600x450+20+10", folder])
    super.init(viewer.client, viewer.window)
  }

  override func showNext() { viewer.type("n") }
  override func expose() { viewer.type(")") }
}

/// A view of the library in a window of its own, in this process.
private final class LibraryBench: Bench {
  private let server: XServer
  private let view: FresnelView
  private let decoders: Decoders
  private let files: [String]

  init(_ files: [String]) throws {
    server = try XServer()
    self.files = files
    let program = RunningViewer.program
    decoders = Decoders(
      folders: [String(program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex))])
    var options = FresnelOptions()
    options.display = server.display
    view = try FresnelView(
      window: "library", size: PixelSize(width: 600, height: 450), options: options)
    view.show(try PictureSource(path: files[0], decoders: decoders))
    let window = try #require(view.window)
    let client = try TestClient(server)
    #expect(waitUntil { client.isViewable(window) })
    super.init(client, window)
  }

  override func showNext() {
    do { view.show(try PictureSource(path: files[1], decoders: decoders)) } catch {
      Issue.record("\(error)")
    }
  }

  override func expose() { view.settings.toning.exposure += 0.25 }

  /// Waits for a frame other than `last` that stays on the screen for a while, and returns it;
  /// `nil` on a timeout.
  func frame(besides last: PixelGrid?) -> PixelGrid? {
    let end = view.now + RunningViewer.timeout
    var frame: PixelGrid?
    var since = view.now
    var waiting = PollSet()
    waiting.add(view.descriptor)
    while view.now < end {
      view.dispatch()
      let now = ScreenReader(client).grid(window: window)
      if !view.isAtRest || view.shown == nil || now == nil || now == last || now != frame {
        frame = now
        since = view.now
      } else if view.now > since + 0.3 {
        return frame
      }
      waiting.wait(timeout: max(0, min(view.deadline ?? end, view.now + 0.02) - view.now))
    }
    return nil
  }
}
