import Geometry
import Glibc
import TestSupport
import Testing

/// Dragging, measured in the screen's pixels.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DragProgramTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1500, 1000)
  let viewer: RunningViewer

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.picture("map.png", picture)
    viewer = try RunningViewer(["--geometry", "600x400+30+20", "--zoom", "1", file])
    viewer.expect(part(450, 300))
  }

  /// What the window shows at 100 % with this image pixel in its top left corner.
  private func part(_ x: Int, _ y: Int) -> PixelGrid {
    picture.laid(on: PixelSize(width: 600, height: 400), x: -x, y: -y, surround: surround)
  }

  @Test func thePictureFollowsThePointerExactly() throws {
    viewer.point(atX: 300, y: 200)
    viewer.hands.press()
    for (x, y) in [(310, 207), (401, 150), (250, 333), (299, 201), (420, 290)] {
      viewer.point(atX: x, y: y)
      viewer.expect(part(450 - (x - 300), 300 - (y - 200)), "held at (\(x), \(y))")
    }
    // A pause before the release means no fling.
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == part(330, 210))
  }

  @Test func aTremblingPressMovesNothing() throws {
    viewer.point(atX: 300, y: 200)
    viewer.hands.press()
    viewer.point(atX: 301, y: 201)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == part(450, 300))
  }

  @Test(arguments: [20, 90, 260, 600])
  func overscrollFollowsItsFormula(excess: Int) throws {
    // First to the picture's top left corner: 450 and 300 pixels away.
    viewer.point(atX: 5, y: 5)
    viewer.hands.press()
    viewer.point(atX: 455, y: 305)
    viewer.expect(part(0, 0), "at the corner")
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == part(0, 0))

    viewer.point(atX: 2, y: 2)
    viewer.hands.press()
    viewer.point(atX: 2 + excess, y: 2 + excess / 2)
    let held = try viewer.settled()
    let gap = (
      x: (0..<600).prefix { held[$0, 399] == surround | 0xff00_0000 }.count,
      y: (0..<400).prefix { held[599, $0] == surround | 0xff00_0000 }.count
    )
    let law = { (way: Double, view: Double) in 0.2 * view * tanh(way / (0.2 * view)) }
    let expected = (x: law(Double(excess), 600), y: law(Double(excess / 2), 400))
    #expect(abs(Double(gap.x) - expected.x) <= 1, "\(gap), not \(expected)")
    #expect(abs(Double(gap.y) - expected.y) <= 1, "\(gap), not \(expected)")
    #expect(held.difference(from: part(-gap.x, -gap.y)) == nil)
    viewer.hands.release()
    viewer.expect(part(0, 0), "back at the edge")
  }

  @Test func theOtherEdgesYieldToo() throws {
    viewer.point(atX: 599, y: 399)
    viewer.hands.press()
    viewer.point(atX: 49, y: 49)
    viewer.hands.release()
    viewer.waitUntilQuiet()
    viewer.point(atX: 599, y: 399)
    viewer.hands.press()
    viewer.point(atX: 49, y: 49)
    let held = try viewer.settled()
    let gap = (
      x: (0..<600).reversed().prefix { held[$0, 0] == surround | 0xff00_0000 }.count,
      y: (0..<400).reversed().prefix { held[0, $0] == surround | 0xff00_0000 }.count
    )
    #expect((100...120).contains(gap.x) && (60...80).contains(gap.y), "\(gap)")
    #expect(held.difference(from: part(900 + gap.x, 600 + gap.y)) == nil)
    viewer.hands.release()
    #expect(try viewer.settled().difference(from: part(900, 600)) == nil)
  }

  @Test func aFlickGlidesAndComesToRest() throws {
    viewer.point(atX: 400, y: 200)
    viewer.hands.press()
    for step in 1...10 {
      viewer.point(atX: 400 - 12 * step, y: 200 - 4 * step)
      // The speed of a hand; a slower server only slows it down.
      usleep(5000)
    }
    viewer.hands.release()
    let view = try #require(
      CoordinateView(try viewer.settled(), of: picture.size, scale: 1))
    // Further than the hand moved, in the same direction.
    #expect(view.origin.x < -450 - 120, "\(view.origin)")
    #expect(view.origin.y < -300 - 40, "\(view.origin)")
  }

  /// Aligns the picture's left edge with the window's, then flings the picture to the left: the
  /// hand moves it by 300 pixels, and its momentum takes it to its right edge.
  private func flingFromTheLeftEdge() {
    viewer.type("0")
    viewer.expectTitle { $0.contains("40 %") }
    viewer.point(atX: 0, y: 200)
    viewer.type("1")
    viewer.expect(part(0, 300), "at the left edge")
    viewer.waitUntilQuiet()
    let (start, end) = (viewer.onScreen(590, 200), viewer.onScreen(290, 200))
    viewer.hands.fling(fromX: start.x, y: start.y, toX: end.x, y: end.y)
  }

  /// The picture column at the window's left edge.
  private var leftColumn: Int? {
    CoordinatePicture.place(of: viewer.screen[300, 200]).map { $0.x - 300 }
  }

  @Test func aPressStopsAGlide() throws {
    // Without a catch the picture reaches the edge, far beyond the point of release.
    flingFromTheLeftEdge()
    #expect(try viewer.settled() == part(900, 300), "where nobody catches it")
    var isCaught = false
    for _ in 0..<10 where !isCaught {
      flingFromTheLeftEdge()
      #expect(waitUntil(RunningViewer.timeout) { leftColumn.map { $0 > 300 } == true })
      viewer.hands.press()
      let caught = try viewer.settled()
      viewer.hands.release()
      let view = try #require(CoordinateView(caught, of: picture.size, scale: 1))
      #expect(-view.origin.x > 300 && view.origin.y == -300, "\(view.origin)")
      if -view.origin.x > 900 {
        viewer.expect(part(900, 300), "it bounces back to the edge")
      } else {
        #expect(try viewer.settled() == caught, "it stays where it was caught")
      }
      // If it had already stopped at the edge when the hand caught it, this round proves nothing.
      isCaught = -view.origin.x < 900
    }
    #expect(isCaught, "no press has stopped it on its way")
  }

  @Test func arrowsAndLettersPan() throws {
    // 15 % of the view: 90 columns, 60 rows.
    for (keys, x, y) in [
      ([Key.right, UInt32(UInt8(ascii: "l"))], 90, 0), ([Key.left, 104], -90, 0),
      ([Key.down, 106], 0, 60), ([Key.up, 107], 0, -60),
    ] {
      for key in keys {
        viewer.type(key)
        viewer.expect(part(450 + x, 300 + y), "key \(key)")
        viewer.type("0")
        viewer.expectTitle { $0.contains("40 %") }
        viewer.point(atX: 300, y: 200)
        viewer.type("1")
        viewer.expect(part(450, 300), "100 % again")
      }
    }
  }

  @Test(arguments: [(-250, 80), (33, -170), (290, 190)])
  func aDraggedSmallPictureStaysCentred(x: Int, y: Int) throws {
    let small = CoordinatePicture.grid(201, 100)
    // In a folder of its own: in an album, a sideways drag would lead to a neighbour.
    let lonely = try TemporaryFolder()
    let other = try RunningViewer([
      "--geometry", "600x400+30+20", try lonely.picture("small.png", small),
    ])
    let centered = small.centered(on: other.size, surround: surround)
    other.expect(centered)
    other.point(atX: 300, y: 200)
    other.hands.press()
    other.point(atX: 300 + x, y: 200 + y)
    #expect(try other.settled().difference(from: centered) == nil, "while it is held")
    other.hands.release()
    #expect(try other.settled().difference(from: centered) == nil)
    #expect(other.title.contains("100 %"))
  }
}
