import Fresnel
import TestSupport
import Testing

/// A view in a window of its own.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct OwnWindowTests {
  @Test func aPictureIsShownPixelForPixel() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "Grüße", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    view.delegate = recorder
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 })
    #expect(serve([view]) { recorder.settled > 0 && view.isAtRest })
    #expect(harness.client.text("_NET_WM_NAME", of: window) == "Grüße")
    view.close()
    #expect(recorder.endings == [.closed])
    #expect(view.window == nil)
    #expect(waitUntil { harness.client.rect(of: window) == nil })
  }

  /// A view at rest has no deadline, except for an occasional check of its decoder.
  @Test func anIdleViewHasNoDeadline() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    view.show(try harness.source())
    func pause() -> Double { (view.deadline ?? .infinity) - view.now }
    #expect(serve([view]) { view.isAtRest && view.shown != nil && pause() > 5 })
    #expect(view.pollTimeout == -1 || view.pollTimeout > 5000)
  }

  @Test func theUserMayCloseTheWindowIfTheProgramAllows() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    recorder.mayClose = false
    view.delegate = recorder
    let window = try #require(view.window)
    let close = harness.client.atom("WM_DELETE_WINDOW")
    harness.client.sendMessage("WM_PROTOCOLS", about: window, [close])
    harness.client.sendMessage("_NOTHING", about: window, [0])
    #expect(serve([view]) { harness.client.isViewable(window) })
    #expect(view.ending == nil)
    recorder.mayClose = true
    harness.client.sendMessage("WM_PROTOCOLS", about: window, [close])
    #expect(view.run() == .closed)
    #expect(recorder.endings == [.closed])
  }

  @Test func keysAndTapsReachTheProgramAndMoveTheView() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    view.delegate = recorder
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    harness.client.focus(window)
    #expect(harness.hands.key(Keysym.plus.rawValue))
    #expect(serve([view]) { (view.zoom?.destination.scale ?? 0) > 1.2 })
    #expect(recorder.keys.contains(Keysym.plus.rawValue))
    #expect(harness.hands.key(Keysym.zero.rawValue))
    #expect(serve([view]) { view.zoom?.destination.scale == 1 && view.isAtRest })
    let rect = try #require(harness.client.rect(of: window))
    harness.hands.move(toX: rect.minX + 200 + 30, y: rect.minY + 150 + 20)
    harness.hands.click()
    #expect(serve([view]) { !recorder.taps.isEmpty })
    #expect(recorder.taps.first == PicturePoint(x: 130, y: 95))
  }

  /// The same keys as in the viewer's window.
  @Test func actualSizeKeepsThePointUnderThePointer() throws {
    let harness = try FresnelHarness(width: 1200, height: 900)
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    harness.client.focus(window)
    let rect = try #require(harness.client.rect(of: window))
    harness.hands.move(toX: rect.minX + 100, y: rect.minY + 60)
    #expect(harness.hands.key(Keysym.one.rawValue))
    #expect(serve([view]) { view.zoom?.destination.scale == 1 && view.isAtRest })
    #expect(view.pointer == SurfacePoint(x: 100, y: 60))
    let kept = view.picturePoint(at: SurfacePoint(x: 100, y: 60)).point
    #expect((kept - Point(x: 300, y: 180)).length < 1e-9, "\(kept)")
  }

  @Test func keysTheProgramIgnoresMoveTheView() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    view.delegate = recorder
    let handler = ButtonTaker()
    view.inputHandlers = [handler]
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    harness.client.focus(window)
    #expect(harness.hands.key(Keysym.plus.rawValue))
    #expect(serve([view]) { (view.zoom?.destination.scale ?? 0) > 1.2 })
    #expect(recorder.keys.contains(Keysym.plus.rawValue))
  }

  @Test func aTapOnAMarkerReachesTheProgram() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    view.delegate = recorder
    view.show(try harness.source())
    let pin = MarkerImage(
      size: PixelSize(width: 10, height: 10), pixels: [UInt8](repeating: 255, count: 400))
    #expect(view.markers.add(Marker(MarkerID(3), at: PicturePoint(x: 130, y: 95), image: pin)))
    let window = try #require(view.window)
    #expect(serve([view]) { harness.eyes.read(window: window)?[232, 172] == 0xff_ffff })
    let rect = try #require(harness.client.rect(of: window))
    harness.hands.move(toX: rect.minX + 232, y: rect.minY + 172)
    harness.hands.click()
    #expect(serve([view]) { !recorder.hits.isEmpty })
    #expect(recorder.hits.first == .marker(MarkerID(3)))
    #expect(recorder.taps.isEmpty)
  }

  @Test func anotherSourceReplacesTheFirst() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    view.show(
      try PixelSource(
        size: PixelSize(width: 50, height: 50),
        pixels: [UInt8](repeating: 255, count: 10_000)))
    let window = try #require(view.window)
    #expect(serve([view]) { harness.eyes.read(window: window)?[200, 150] == 0xff_ffff })
    let first = try #require(view.shown)
    view.show(try harness.source())
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 })
    #expect(view.info(of: first) == nil)
    view.showNothing()
    #expect(serve([view]) { view.shown == nil && harness.wrongPixels(in: window) > 10_000 })
  }

  @Test func theServersEndIsReportedOnce() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(
      window: "", size: PixelSize(width: 400, height: 300), options: harness.options)
    let recorder = Recorder()
    view.delegate = recorder
    view.show(try harness.source())
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    harness.server.crash()
    #expect(serve([view]) { view.ending != nil })
    for _ in 0..<5 { view.dispatch() }
    #expect(recorder.endings == [.displayLost])
    #expect(view.deadline == nil)
  }

  @Test func missingThingsGiveASentence() throws {
    #expect(throws: FresnelError.noDisplay("the display :987 cannot be opened")) {
      var options = FresnelOptions()
      options.display = ":987"
      _ = try FresnelView(window: "", size: PixelSize(width: 9, height: 9), options: options)
    }
    let folder = try TemporaryFolder()
    #expect(throws: FresnelError.missing("\(folder["x"]): there is no such file")) {
      _ = try PictureSource(path: folder["x"])
    }
    let text = try folder.file("text.png", Array("plain words".utf8))
    #expect(throws: FresnelError.unknownFormat("\(text): it is text, not a picture")) {
      _ = try PictureSource(path: text)
    }
  }
}

/// Accepts buttons only.
private final class ButtonTaker: ViewInputHandler {
  func take(_ event: WindowEvent, at now: Double) -> Bool {
    if case .button = event { true } else { false }
  }
}
