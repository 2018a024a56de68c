import Geometry
import Testing
import Zooming

@testable import Viewing

@Suite struct ZoomWatchTests {
  @Test func aZoomBeginsChangesAndEndsOnce() {
    var watch = ZoomWatch()
    var told: [ZoomPhase] = []
    var zoom = ZoomController(
      surface: PixelSize(width: 400, height: 300), picture: PixelSize(width: 4000, height: 3000))
    func look(_ now: Double) { watch.note(zoom, at: now) { told.append($0) } }
    look(0)
    #expect(told.isEmpty)
    zoom.setScale(0.5, animated: true, now: 0)
    look(0.01)
    #expect(told == [.began, .changed(to: 0.5)])
    look(0.05)
    zoom.setScale(1, animated: true, now: 0.06)
    look(0.07)
    #expect(told == [.began, .changed(to: 0.5), .changed(to: 1)])
    look(5)
    look(6)
    #expect(told == [.began, .changed(to: 0.5), .changed(to: 1), .ended])
  }

  @Test func aZoomWithoutAnimationHasAllPhases() {
    var watch = ZoomWatch()
    var told: [ZoomPhase] = []
    var zoom = ZoomController(
      surface: PixelSize(width: 400, height: 300), picture: PixelSize(width: 4000, height: 3000))
    watch.note(zoom, at: 0) { told.append($0) }
    zoom.setScale(0.5, animated: false, now: 0)
    watch.note(zoom, at: 0) { told.append($0) }
    #expect(told == [.began, .changed(to: 0.5), .ended])
  }
}
