import Geometry
import Glibc
import TestSupport
import Testing

/// Zooming with the wheel, measured in the screen's pixels.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct WheelProgramTests {
  let folder: TemporaryFolder
  let picture = PixelSize(width: 1500, height: 1000)
  let viewer: RunningViewer
  let fit: Double

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.picture("map.png", CoordinatePicture.grid(1500, 1000))
    viewer = try RunningViewer(["--geometry", "600x450+20+10", file])
    viewer.expectTitle { $0.contains("40 %") }
    fit = 600.0 / 1500
  }

  /// The scale after this many detents from the fit view.
  private func scale(_ detents: Int) -> Double { fit * pow(1.25, Double(detents)) }

  @Test(arguments: [1, 2, 3])
  func theImagePointUnderTheCursorStaysThere(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var compared = 0
    for _ in 0..<3 {
      let x = Int.random(in: 60..<540, using: &random)
      let y = Int.random(in: 60..<390, using: &random)
      viewer.point(atX: x, y: y)
      // From 8 detents on, pixels are crisp, and each device pixel encodes its place in the
      // picture.
      viewer.hands.wheel(-8)
      var last: CoordinateView?
      for detents in [8, 9, 11, 14, 12] {
        if detents > 8 {
          viewer.hands.wheel(detents == 12 ? 2 : detents == 9 ? -1 : detents == 11 ? -2 : -3)
        }
        let view = try #require(
          viewer.settledView(of: picture, scale: scale(detents)),
          "seed \(seed), (\(x), \(y)), \(detents) detents: no view explains all pixels")
        if let last, last.isUnsnapped, view.isUnsnapped {
          // The pointer may be at a pixel's centre or its corner: both must hold.
          for half in [0.0, 0.5] {
            let before = last.imagePoint(atX: Double(x) + half, y: Double(y) + half)
            let after = view.imagePoint(atX: Double(x) + half, y: Double(y) + half)
            let moved = Point(
              x: (after.x - before.x) * scale(detents), y: (after.y - before.y) * scale(detents))
            #expect(
              abs(moved.x) <= 1 && abs(moved.y) <= 1,
              "seed \(seed), (\(x), \(y)), \(detents) detents: moved by \(moved)")
          }
          compared += 1
        }
        last = view
      }
      viewer.hands.wheel(12)
      viewer.expectTitle { $0.contains("40 %") }
    }
    #expect(compared >= 6, "seed \(seed)")
  }

  @Test func zoomingInAndOutReturnsToTheSameView() throws {
    let whole = try viewer.settled()
    viewer.point(atX: 437, y: 111)
    viewer.hands.wheel(-5)
    let near = try viewer.settled()
    #expect(near != whole)
    viewer.hands.wheel(-4)
    #expect(try viewer.settled() != near)
    viewer.hands.wheel(4)
    viewer.expect(near, "out by four detents")
    viewer.hands.wheel(5)
    viewer.expect(whole, "out by nine detents")
    // Turned faster than frames are drawn, and against the current motion.
    for _ in 0..<6 {
      viewer.hands.wheel(-3)
      viewer.hands.wheel(3)
    }
    viewer.expect(whole, "to and fro")
  }

  @Test func zoomingOutStopsAtTheFitView() throws {
    let whole = try viewer.settled()
    viewer.point(atX: 10, y: 440)
    viewer.hands.wheel(7)
    #expect(try viewer.settled() == whole)
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.contains("50 %") }
    #expect(try viewer.settled() != whole)
    viewer.hands.wheel(1)
    viewer.expect(whole)
  }

  @Test func zoomingInStopsAt64() throws {
    viewer.point(atX: 300, y: 225)
    viewer.hands.wheel(-30)
    viewer.expectTitle { $0.contains("6400 %") }
    let screen = try viewer.settled()
    #expect(CoordinateView(screen, of: picture, scale: 64) != nil)
  }

  @Test func zoomingOverABarKeepsTheEdge() throws {
    // The pointer is on the bar above the picture; once the bar is gone, the picture's edge stays
    // at the window's.
    viewer.point(atX: 300, y: 5)
    viewer.hands.wheel(-9)
    let view = try #require(
      viewer.settledView(of: picture, scale: scale(9)))
    #expect(view.origin.y == 0)
  }
}
