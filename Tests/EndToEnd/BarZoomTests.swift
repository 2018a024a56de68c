import Controls
import Geometry
import Glibc
import TestSupport
import Testing

@testable import Viewer

/// The zoom in the bar.
extension BarProgramTests {
  @Test func zoomIsDraggedTurnedAndTyped() throws {
    let socket = folder["socket"]
    let viewer = try viewer(["--listen", socket])
    viewer.expectTitle { $0.contains("100 %") && $0.contains("1 / 2") }
    let placed = placed(viewer)
    show(viewer, placed)
    let slider = try #require(placed.rect(of: Target(.zoom, .slider)))
    let middle = (slider.minY + slider.maxY) / 2
    viewer.hands.drag(
      fromX: viewer.rect.minX + slider.minX + 8, y: viewer.rect.minY + middle,
      toX: viewer.rect.minX + slider.maxX + 40, y: viewer.rect.minY + 40)
    viewer.expectTitle { $0.contains("6400 %") }
    viewer.point(atX: (slider.minX + slider.maxX) / 2, y: middle)
    viewer.hands.wheel(1)
    viewer.expectTitle { $0.contains("5120 %") }
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.contains("6400 %") }
    let field = try #require(placed.rect(of: Target(.zoom, .value)))
    func enter(_ number: String) {
      viewer.point(atX: (field.minX + field.maxX) / 2, y: middle)
      viewer.hands.click()
      for letter in number.unicodeScalars { viewer.type(letter) }
      viewer.type(Key.enter)
    }
    // The sentence about the largest zoom begins in the corner, above the bar or beside it.
    func corner() -> [UInt32] {
      let screen = viewer.screen
      return (480..<590).flatMap { y in (0..<60).map { screen[$0, y] } }
    }
    viewer.waitUntilQuiet()
    let before = corner()
    try #require(waitUntil(RunningViewer.timeout) { access(socket, F_OK) == 0 })
    let window = try RemoteWindow(viewer, at: socket)
    var sentence = before
    // It is there for 5 seconds, which a busy machine may miss.
    let isShown = waitUntil(RunningViewer.timeout) {
      let answer = window.tell("zoom-to 65")?["error"]
      viewer.waitUntilQuiet()
      sentence = corner()
      return answer == .string("6400 % is this picture's largest zoom") && sentence != before
    }
    #expect(isShown, "no sentence for zoom-to")
    #expect(waitUntil(RunningViewer.timeout) { corner() != sentence }, "it expires")
    let isTyped = waitUntil(RunningViewer.timeout) {
      enter("6500")
      return waitUntil(5) { corner() == sentence }
    }
    #expect(isTyped, "another sentence, or none")
    enter("250")
    viewer.expectTitle { $0.contains("250 %") }
    // Beside the bar, the wheel still zooms the picture.
    viewer.point(atX: 500, y: 300)
    viewer.hands.wheel(-1)
    viewer.expectTitle { $0.contains("313 %") || $0.contains("312 %") }
  }
}
