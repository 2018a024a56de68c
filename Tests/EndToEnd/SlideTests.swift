import Geometry
import Glibc
import TestSupport
import Testing

/// Dragging through the album, measured in the screen's pixels.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct SlideTests {
  let folder: TemporaryFolder
  let viewer: RunningViewer
  /// Three pictures as large as the window; each pixel has a colour of its own, and they differ in
  /// blue.
  let pictures: [PixelGrid]
  private static let size = PixelSize(width: 600, height: 400)
  /// The gap between two pictures: 1/40 of the width.
  private let gap = 15

  init() throws {
    folder = try TemporaryFolder()
    pictures = (0..<3).map { number in
      PixelGrid(
        width: 600, height: 400,
        opaque: { x, y in
          UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32(0x80 + 0x20 * number)
        })
    }
    for (number, picture) in pictures.enumerated() {
      try folder.picture("\(number).png", picture)
    }
    viewer = try RunningViewer(["--geometry", "600x400+30+20", folder.path])
    viewer.expect(pictures[0])
  }

  /// The window with a picture moved to the right by `offset`, and its neighbour beside it.
  private func slid(_ index: Int, by offset: Int) -> PixelGrid {
    PixelGrid(
      width: 600, height: 400,
      opaque: { x, y in
        for (other, page) in [(index, 0), (index - 1, -1), (index + 1, 1)]
        where pictures.indices.contains(other) {
          let column = x - offset - page * (600 + gap)
          if (0..<600).contains(column) { return pictures[other][column, y] }
        }
        return surround
      })
  }

  private func open(_ index: Int) {
    for _ in 0..<index { viewer.type(32) }
    viewer.expect(pictures[index])
    viewer.waitUntilQuiet()
  }

  private func hold(fromX x: Int, toX end: Int, steps: Int = 8) {
    viewer.point(atX: x, y: 200)
    viewer.hands.press()
    for step in 1...steps { viewer.point(atX: x + (end - x) * step / steps, y: 200) }
  }

  @Test func theAdjacentPictureFollowsThePointerExactly() throws {
    open(1)
    hold(fromX: 500, toX: 440)
    for x in [440, 300, 210, 333, 498] {
      viewer.point(atX: x, y: 200)
      viewer.expect(slid(1, by: x - 500), "held at \(x)")
    }
    // To the other side, where the previous picture is.
    for x in [520, 590] {
      viewer.point(atX: x, y: 200)
      viewer.expect(slid(1, by: x - 500), "held at \(x)")
    }
    viewer.point(atX: 500, y: 200)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[1])
  }

  @Test func aReleasedSlideContinuesOrReturnsByItsDistance() throws {
    open(1)
    hold(fromX: 500, toX: 250)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[1])
    viewer.expectTitle { $0.contains("— 2 / 3 —") }
    hold(fromX: 500, toX: 150)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[2])
    viewer.expectTitle { $0.contains("— 3 / 3 —") }
    hold(fromX: 100, toX: 450)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[1])
  }

  @Test func overscrollAtTheAlbumsEndFollowsTanh() throws {
    hold(fromX: 100, toX: 200)
    for x in [150, 220, 400, 590] {
      viewer.point(atX: x, y: 200)
      // Overscroll is limited to a fifth of the width.
      let shown = Int((120 * tanh(Double(x - 100) / 120)).rounded())
      viewer.expect(slid(0, by: shown), "held at \(x)")
    }
    viewer.waitUntilQuiet()
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[0])
  }

  @Test func aPressCatchesASettlingSlide() throws {
    open(1)
    hold(fromX: 500, toX: 150)
    viewer.waitUntilQuiet()
    viewer.hands.release()
    viewer.hands.press()
    viewer.waitUntilQuiet()
    // Wherever the catch was, the screen shows one position of the slide exactly.
    let caught = viewer.screen
    let offset = (-615...615).first { slid(2, by: $0) == caught }
    let place = try #require(offset, "no place of the slide explains the screen")
    viewer.point(atX: 160, y: 200)
    viewer.expect(slid(2, by: place + 10), "dragged on from \(place)")
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[2])
  }

  @Test func aPanInsideAZoomedPictureNeverTurnsThePage() throws {
    open(1)
    // Dragged from the middle far past the edge, and flung: the edge yields, and the page stays.
    for (start, end) in [(580, 20), (20, 580), (580, 20)] {
      viewer.type("0")
      for _ in 0..<2 { viewer.type("+") }
      viewer.waitUntilQuiet()
      hold(fromX: start, toX: end, steps: 4)
      viewer.hands.release()
      viewer.waitUntilQuiet()
      #expect(viewer.title.contains("— 2 / 3 —"))
    }
  }

  @Test func aPanAtTheEdgeOfAZoomedPictureTurnsThePage() throws {
    open(1)
    for _ in 0..<4 { viewer.type("+") }
    viewer.waitUntilQuiet()
    for _ in 0..<4 {
      hold(fromX: 580, toX: 20, steps: 4)
      viewer.waitUntilQuiet()
      viewer.hands.release()
      viewer.waitUntilQuiet()
      if viewer.title.contains("— 3 / 3 —") { break }
    }
    #expect(try viewer.settled() == pictures[2])
  }

  @Test func aKeyDuringASlideActsAtOnce() throws {
    open(1)
    hold(fromX: 500, toX: 400)
    viewer.expect(slid(1, by: -100))
    viewer.type(Key.home)
    viewer.expect(pictures[0])
    viewer.hands.release()
    #expect(try viewer.settled() == pictures[0])
  }
}
