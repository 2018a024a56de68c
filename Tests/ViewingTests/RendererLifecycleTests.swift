import TestSupport
import Testing

@testable import Viewing

/// The renderer's state machine, which no event can bring out of order.
@Suite struct RendererLifecycleTests {
  @Test func aPictureIsPaintedBeforeTheRenderThreadStarts() {
    var lifecycle = RendererLifecycle()
    #expect(!lifecycle.isPainting)
    #expect(lifecycle.begin(paintsUntil: 0.35) == nil)
    #expect(lifecycle.isPainting && lifecycle.deadline == 0.35)
    #expect(lifecycle.tick(at: 0.34) == nil)
    #expect(lifecycle.start() == .startThread)
    #expect(lifecycle.isPainting && lifecycle.deadline == nil)
    lifecycle.started()
    #expect(lifecycle.isPainting && !lifecycle.isDrawing)
    #expect(lifecycle.ready() == .takeOver)
    #expect(lifecycle.isDrawing && !lifecycle.isPainting)
  }

  @Test func theRenderThreadWaitsOnlyUntilItsDeadline() {
    var lifecycle = RendererLifecycle()
    _ = lifecycle.begin(paintsUntil: 0.35)
    #expect(lifecycle.tick(at: 0.35) == .startThread)
    #expect(lifecycle.isPainting, "what comes late is painted still")
  }

  @Test func unpaintableFramesWaitForTheRenderThread() {
    var lifecycle = RendererLifecycle()
    #expect(lifecycle.begin(paintsUntil: nil) == .startThread)
    #expect(!lifecycle.isPainting)
    lifecycle.started()
    #expect(lifecycle.ready() == .takeOver)
  }

  @Test func enablingFiltersEndsPainting() {
    var lifecycle = RendererLifecycle()
    _ = lifecycle.begin(paintsUntil: 1)
    #expect(lifecycle.stopPainting() == .startThread)
    #expect(!lifecycle.isPainting)
  }

  /// For any order of events, the thread starts at most once, and takes over at most once after
  /// that.
  ///
  /// Frames go to at most one of the two, and to neither after a failure.
  @Test(arguments: 0..<40)
  func randomEventsKeepTheOrder(walk: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    var lifecycle = RendererLifecycle()
    var starts = 0
    var takeOvers = 0
    var hasStarted = false
    for step in 0..<400 {
      var effect: RendererLifecycle.Effect?
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        effect = lifecycle.begin(
          paintsUntil: Bool.random(using: &random) ? Double.random(in: 0...10, using: &random) : nil
        )
      case 1: effect = lifecycle.start()
      case 2: effect = lifecycle.stopPainting()
      case 3: effect = lifecycle.tick(at: Double(step) / 20)
      case 4: if starts > 0 { lifecycle.started(); hasStarted = true }
      case 5, 6: effect = lifecycle.ready()
      default: if Int.random(in: 0..<40, using: &random) == 0 { lifecycle.fail() }
      }
      if effect == .startThread { starts += 1 }
      if effect == .takeOver {
        takeOvers += 1
        #expect(hasStarted, "seed \(seed), step \(step): took over before the thread could draw")
      }
      #expect(starts <= 1 && takeOvers <= 1, "seed \(seed), step \(step)")
      #expect(!(lifecycle.isPainting && lifecycle.isDrawing), "seed \(seed), step \(step)")
      #expect(!lifecycle.isDrawing || takeOvers == 1, "seed \(seed), step \(step)")
      if lifecycle.phase == .failed {
        #expect(
          !lifecycle.isPainting && !lifecycle.isDrawing && effect == nil,
          "seed \(seed), step \(step)")
      }
    }
  }
}
