import Fresnel
import TestSupport
import Testing

/// Parts of a view in a window, with a real pointer.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "Xvfb is not installed"))
struct PartWindowTests {
  private static let size = PixelSize(width: 400, height: 300)

  @Test func theNavigatorIsDraggedWithThePointer() throws {
    let harness = try FresnelHarness(width: 1200, height: 900)
    let view = try FresnelView(window: "", size: Self.size, options: harness.options)
    view.navigator = Navigator(.topLeft, edge: 120)
    view.show(try harness.source())
    let window = try #require(view.window)
    #expect(serve([view]) { view.isAtRest && view.shown != nil })
    view.zoom(to: 1, center: PicturePoint(x: 600, y: 450))
    #expect(serve([view]) { view.isAtRest && view.zoom?.destination.scale == 1 })
    let rect = try #require(harness.client.rect(of: window))
    func shows(_ x: Double, _ y: Double) -> Bool {
      guard let area = view.visibleArea, view.isAtRest else { return false }
      return (area.center - Point(x: x, y: y)).length < 1
    }
    // The navigator lies at 12, 12, and is a tenth of the picture.
    harness.hands.move(toX: rect.minX + 12 + 30, y: rect.minY + 12 + 30)
    harness.hands.press()
    #expect(serve([view]) { shows(300, 300) })
    harness.hands.move(toX: rect.minX + 12 + 90, y: rect.minY + 12 + 60)
    #expect(serve([view]) { shows(900, 600) })
    harness.hands.release()
    // The same drag beside the navigator moves the picture itself.
    harness.hands.drag(
      fromX: rect.minX + 300, y: rect.minY + 200, toX: rect.minX + 280, y: rect.minY + 190)
    #expect(serve([view]) { (view.visibleArea?.center.x ?? 0) > 910 })
  }

  @Test func theReadoutLeavesWithThePointer() throws {
    let harness = try FresnelHarness()
    let view = try FresnelView(window: "", size: Self.size, options: harness.options)
    view.pixelReadout = PixelReadout(.bottomRight)
    view.show(try harness.source())
    let window = try #require(view.window)
    harness.hands.move(toX: 1000, y: 700)
    #expect(serve([view]) { harness.wrongPixels(in: window) == 0 && view.isAtRest })
    func corner() -> UInt32? { harness.eyes.read(window: window)?[380, 270] }
    let plain = try #require(corner())
    let rect = try #require(harness.client.rect(of: window))
    harness.hands.move(toX: rect.minX + 200, y: rect.minY + 150)
    let isThere = serve([view]) { corner() != plain }
    #expect(isThere)
    harness.hands.move(toX: 1000, y: 700)
    let isGone = serve([view]) { corner() == plain }
    #expect(isGone)
  }
}
