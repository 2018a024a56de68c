import Controls
import Geometry
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// The bar by keys, and the number that is typed into it.
extension BarProgramTests {
  @Test func aClickOnThePlaceLetsANumberBeTyped() throws {
    let viewer = try viewer()
    viewer.expectTitle { $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    for (key, name) in [("2", "b.png"), ("1", "a.png")] as [(Unicode.Scalar, String)] {
      try click(.position, in: viewer, placed)
      viewer.type(key)
      viewer.type(Key.enter)
      viewer.expectTitle { $0.hasPrefix(name) }
    }
    // There is no third picture: the number stays until Esc drops it.
    try click(.position, in: viewer, placed)
    viewer.type("3")
    viewer.type(Key.enter)
    viewer.type(Key.escape)
    viewer.type("n")
    viewer.expectTitle { $0.hasPrefix("b.png") }
  }

  @Test func keysReachIt() throws {
    let viewer = try viewer()
    let before = plain(viewer)
    viewer.expect(before)
    viewer.expectTitle { $0.contains("1 / 2") }
    viewer.type(Keysym.tab.rawValue)
    #expect(waitUntil(RunningViewer.timeout) { viewer.screen != before })
    viewer.waitUntilQuiet()
    // The focus keeps the bar visible.
    usleep(4_500_000)
    #expect(viewer.screen != before)
    // The place is between the arrows, and can be typed.
    viewer.type(Key.right)
    for key in [Key.enter, 0x32, Key.enter] { viewer.type(key) }
    viewer.expectTitle { $0.hasPrefix("b.png") }
    viewer.type(Key.left)
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("a.png") }
    for key in [Key.right, Key.right, Key.enter] { viewer.type(key) }
    viewer.expectTitle { $0.hasPrefix("b.png") }
    for key in [Key.left, Key.left] { viewer.type(key) }
    viewer.type(" ")
    viewer.expectTitle { $0.hasPrefix("a.png") }
    viewer.type(Key.escape)
    viewer.expect(before, "it fades without the focus")
    #expect(viewer.process.isRunning)
  }
}
