import Fresnel
import TestSupport
import Testing

/// A view in a window of the embedding program.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct HostedTests {
  private static let place = PixelRect(minX: 100, minY: 80, maxX: 500, maxY: 380)

  private func shown(
    _ harness: FresnelHarness, at rect: PixelRect? = nil
  ) throws -> (view: FresnelView, host: UInt, window: UInt) {
    let host = harness.client.makeWindow(at: Self.place, color: 0x20_4060)
    let view = try FresnelView(childOf: host, at: rect, options: harness.options)
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 })
    return (view, host, window)
  }

  @Test func theViewFollowsItsHostsSize() throws {
    let harness = try FresnelHarness()
    let (view, host, window) = try shown(harness)
    #expect(harness.client.rect(of: window) == Self.place)
    for size in [PixelSize(width: 640, height: 480), PixelSize(width: 300, height: 220)] {
      let rect = PixelRect(
        minX: 60, minY: 50, maxX: 60 + size.width, maxY: 50 + size.height)
      harness.client.place(host, at: rect)
      #expect(serve([view]) { harness.client.rect(of: window) == rect })
      #expect(serve([view]) { view.surface == size && harness.wrongPixels(in: window) == 0 })
    }
  }

  @Test func theViewStaysWhereTheHostPutIt() throws {
    let harness = try FresnelHarness()
    let (view, host, window) = try shown(
      harness, at: PixelRect(minX: 10, minY: 20, maxX: 250, maxY: 200))
    harness.client.place(host, at: PixelRect(minX: 0, minY: 0, maxX: 700, maxY: 600))
    let first = PixelRect(minX: 10, minY: 20, maxX: 250, maxY: 200)
    #expect(serve([view]) { harness.client.rect(of: window) == first })
    #expect(harness.eyes.read(window: host)?[5, 5] == 0x20_4060, "the host's own")
    view.move(to: PixelRect(minX: 300, minY: 200, maxX: 600, maxY: 500))
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 && view.surface.width == 300 })
  }

  @Test func aClickGivesTheViewTheKeyboard() throws {
    let harness = try FresnelHarness()
    let (view, _, window) = try shown(harness)
    let recorder = Recorder()
    view.delegate = recorder
    let rect = try #require(harness.client.rect(of: window))
    harness.hands.move(toX: rect.minX + 30, y: rect.minY + 30)
    harness.hands.click()
    #expect(serve([view]) { !recorder.taps.isEmpty })
    // The pointer is elsewhere: only the keyboard focus matters.
    harness.hands.move(toX: 1000, y: 700)
    #expect(
      serve([view]) {
        harness.hands.key(Keysym.plus.rawValue)
        return recorder.keys.contains(Keysym.plus.rawValue)
      })
  }

  @Test func theViewEndsWithItsHost() throws {
    let harness = try FresnelHarness()
    let (view, host, _) = try shown(harness)
    let recorder = Recorder()
    view.delegate = recorder
    harness.client.destroy(host)
    #expect(serve([view]) { view.ending != nil })
    for _ in 0..<5 { view.dispatch() }
    #expect(recorder.endings == [.windowDestroyed])
  }

  @Test func theViewEndsWithItsHostDuringAMotion() throws {
    let harness = try FresnelHarness(width: 1200, height: 900)
    let host = harness.client.makeWindow(at: Self.place, color: 0)
    let view = try FresnelView(childOf: host, options: harness.options)
    view.show(try harness.source())
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    view.zoom(to: 4)
    for _ in 0..<3 { view.dispatch() }
    harness.client.destroy(host)
    #expect(serve([view]) { view.ending == .windowDestroyed })
  }

  @Test func anUnmappedViewIsNotDrawn() throws {
    let harness = try FresnelHarness()
    let (view, host, window) = try shown(harness)
    harness.client.unmap(host)
    #expect(serve([view]) { !view.isVisible })
    harness.client.mapRaised(host)
    #expect(serve([view]) { view.isVisible && harness.wrongPixels(in: window) == 0 })
  }

  @Test func theViewHasTheColoursOfItsHostsMonitor() throws {
    let harness = try FresnelHarness()
    let parts = [
      PixelRect(minX: 0, minY: 0, maxX: 512, maxY: 768),
      PixelRect(minX: 512, minY: 0, maxX: 1024, maxY: 768),
    ]
    let order = harness.client.setMonitors(parts)
    try #require(Set(order) == Set(parts))
    let right = order[0] == parts[1] ? "_ICC_PROFILE" : "_ICC_PROFILE_1"
    harness.client.setProperty(
      right, of: harness.client.root, type: "CARDINAL", bytes: swappedProfile())
    // The host is inside another window, as in a toolkit or with a window manager's frame.
    let outer = harness.client.makeWindow(
      at: PixelRect(minX: 50, minY: 60, maxX: 450, maxY: 460), color: 0x10_2030)
    let host = harness.client.makeWindow(
      at: PixelRect(minX: 20, minY: 30, maxX: 380, maxY: 380), color: 0x20_4060, in: outer)
    let view = try FresnelView(childOf: host, options: harness.options)
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 })
    // The host doesn't move within its parent; the parent moves.
    harness.client.place(outer, at: PixelRect(minX: 600, minY: 60, maxX: 1000, maxY: 460))
    #expect(serve([view]) { harness.wrongPixels(in: window, isSwapped: true) == 0 })
    harness.client.place(outer, at: PixelRect(minX: 50, minY: 60, maxX: 450, maxY: 460))
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 })
  }

  @Test func aMissingHostGivesASentence() throws {
    let harness = try FresnelHarness()
    #expect(throws: FresnelError.noWindow("there is no window 7 to embed the view in")) {
      _ = try FresnelView(childOf: 7, options: harness.options)
    }
  }
}
