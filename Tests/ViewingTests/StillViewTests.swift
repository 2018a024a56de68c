import Geometry
import Platform
import Providing
import Rendering
import Testing
import Tiles
import Tiling
import Zooming

@testable import Viewing

/// Drawing without a window, on the calling thread.
@Suite struct StillViewTests {
  private func still(
    _ source: any TileSource, _ cancellation: Cancellation? = nil
  ) throws(StillView.Problem) -> StillView {
    try StillView(
      of: source, drawnBy: OffscreenRenderer(usesGL: false), cancellation: cancellation)
  }

  @Test func singlePixelsHaveTheirColours() throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 20, 0, 20, 1, 2, 3, 255, 0, 0, 0, 0]
    let view = try still(PixelSource(size: PixelSize(width: 2, height: 2), pixels: pixels))
    defer { view.close() }
    #expect(try view.color(at: Point(x: 0.5, y: 0.9))?.text == "#ff0000")
    #expect(try view.color(at: Point(x: 1, y: 0))?.text == "#00ff0014", "alpha is straight")
    #expect(try view.color(at: Point(x: 0, y: 1.5))?.text == "#010203")
    #expect(try view.color(at: Point(x: 1.5, y: 1.5))?.text == "#00000000")
  }

  @Test(arguments: [
    Point(x: -1, y: 0), Point(x: 2, y: 0), Point(x: 0, y: 1e300), Point(x: .nan, y: 0),
    Point(x: 0, y: -.infinity),
  ])
  func thereIsNoPixelOutside(point: Point) throws {
    let view = try still(
      PixelSource(
        size: PixelSize(width: 2, height: 2), pixels: [UInt8](repeating: 9, count: 16)))
    defer { view.close() }
    #expect(try view.color(at: point) == nil)
  }

  /// A source of an absurd extent must not overflow a whole number.
  @Test func anEndlessPictureHasNoPixels() throws {
    let view = try still(
      QuickSource(SourceLevels(extent: Extent(width: 1e300, height: 1e300))))
    defer { view.close() }
    #expect(try view.color(at: Point(x: 5, y: 5)) == nil)
  }

  @Test func aBrokenTileIsAnError() throws {
    let source = QuickSource(SourceLevels(raster: PixelSize(width: 9, height: 9)))
    source.broken = { _ in true }
    let view = try still(source)
    #expect(throws: StillView.Problem.failed("no such tile")) {
      _ = try view.color(at: Point(x: 1, y: 1))
    }
    view.close()
    #expect(source.isClosed)
  }

  /// A thread that waits for a stuck source can be ended.
  @Test func waitingEndsWhenCancelled() throws {
    let cancellation = try Cancellation()
    let source = QuickSource(SourceLevels(raster: PixelSize(width: 9, height: 9)), opens: false)
    let view = try still(source, cancellation)
    defer { view.close() }
    let thread = try Thread(name: "canceller") { cancellation.cancel() }
    #expect(throws: StillView.Problem.cancelled) { _ = try view.info() }
    thread.join()
  }
}
