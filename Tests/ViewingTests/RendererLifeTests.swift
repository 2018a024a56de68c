import TestSupport
import Testing

@testable import Viewing

/// The renderer's state machine, which no event can bring out of order.
@Suite struct RendererLifeTests {
  @Test func aPictureIsPaintedBeforeTheRenderThreadStarts() {
    var life = RendererLife()
    #expect(!life.isPainting)
    #expect(life.begin(paintsUntil: 0.35) == nil)
    #expect(life.isPainting && life.deadline == 0.35)
    #expect(life.tick(at: 0.34) == nil)
    #expect(life.start() == .startThread)
    #expect(life.isPainting && life.deadline == nil)
    life.started()
    #expect(life.isPainting && !life.isDrawing)
    #expect(life.ready() == .takeOver)
    #expect(life.isDrawing && !life.isPainting)
  }

  @Test func theRenderThreadWaitsOnlyUntilItsDeadline() {
    var life = RendererLife()
    _ = life.begin(paintsUntil: 0.35)
    #expect(life.tick(at: 0.35) == .startThread)
    #expect(life.isPainting, "what comes late is painted still")
  }

  @Test func unpaintableFramesWaitForTheRenderThread() {
    var life = RendererLife()
    #expect(life.begin(paintsUntil: nil) == .startThread)
    #expect(!life.isPainting)
    life.started()
    #expect(life.ready() == .takeOver)
  }

  @Test func enablingFiltersEndsPainting() {
    var life = RendererLife()
    _ = life.begin(paintsUntil: 1)
    #expect(life.stopPainting() == .startThread)
    #expect(!life.isPainting)
  }

  /// For any order of events, the thread starts at most once, and takes over at most once after
  /// that.
  ///
  /// Frames go to at most one of the two, and to neither after a failure.
  @Test(arguments: 0..<40)
  func randomEventsKeepTheOrder(walk: Int) {
    var random = SeededNumbers()
    let seed = random.seed
    var life = RendererLife()
    var starts = 0
    var takeOvers = 0
    var hasStarted = false
    for step in 0..<400 {
      var effect: RendererLife.Effect?
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        effect = life.begin(
          paintsUntil: Bool.random(using: &random) ? Double.random(in: 0...10, using: &random) : nil
        )
      case 1: effect = life.start()
      case 2: effect = life.stopPainting()
      case 3: effect = life.tick(at: Double(step) / 20)
      case 4: if starts > 0 { life.started(); hasStarted = true }
      case 5, 6: effect = life.ready()
      default: if Int.random(in: 0..<40, using: &random) == 0 { life.fail() }
      }
      if effect == .startThread { starts += 1 }
      if effect == .takeOver {
        takeOvers += 1
        #expect(hasStarted, "seed \(seed), step \(step): took over before the thread could draw")
      }
      #expect(starts <= 1 && takeOvers <= 1, "seed \(seed), step \(step)")
      #expect(!(life.isPainting && life.isDrawing), "seed \(seed), step \(step)")
      #expect(!life.isDrawing || takeOvers == 1, "seed \(seed), step \(step)")
      if life.phase == .failed {
        #expect(!life.isPainting && !life.isDrawing && effect == nil, "seed \(seed), step \(step)")
      }
    }
  }
}
