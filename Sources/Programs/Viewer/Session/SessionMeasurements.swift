import Decoding
import Rendering
import Tiling
import Viewing

/// Collects the view's measurements for `--stats`.
struct SessionMeasurements {
  private(set) var statistics = Statistics()
  private let startTime: Double

  /// Creates an empty value; `startTime` is when the program started.
  init(startTime: Double) {
    self.startTime = startTime
    statistics.start = StartMilestones(began: startTime)
  }

  /// When a picture was first on the screen; `nil` before.
  var pictureShownAt: Double? {
    statistics.firstFrameMilliseconds.map { startTime + $0 / 1000 }
  }
  /// True once a view has been complete at rest.
  private(set) var hasSettled = false

  /// Records a milestone of the first picture.
  mutating func reached(_ place: StartMilestones.Place, at time: Double) {
    statistics.start?.note(place, at: time)
  }

  /// Records that the renderer draws all frames from now on.
  mutating func tookOver(rendererReady: Double?) {
    statistics.start?.noteTakeOver(rendererReady: rendererReady)
  }

  /// Records a frame on the screen.
  mutating func presented(_ presentation: Presentation, of view: TiledView) {
    statistics.addFrame(milliseconds: presentation.milliseconds)
    statistics.tracker.frameShown(presentation.frame, at: presentation.time)
    statistics.start?.noteFrame(
      begun: presentation.time - presentation.milliseconds / 1000, shown: presentation.time,
      hasPicture: view.newestFrame?.picture != nil)
    if statistics.firstFrameMilliseconds == nil, view.newestFrame?.picture != nil {
      statistics.firstFrameMilliseconds = (presentation.time - startTime) * 1000
    }
  }

  /// Records a complete view at rest, whose pixels are counted once.
  mutating func settled(_ view: TiledView) {
    guard let frame = view.newestFrame, let levels = frame.levels else { return }
    hasSettled = true
    statistics.displayedPixels += frame.viewport.displayedPixels(of: levels)
  }

  /// Records the view's inputs and frames, and the current memory of tiles.
  mutating func note(_ view: TiledView) {
    for entry in view.takeInputRecord() {
      switch entry {
      case .inputArrived(let time): statistics.tracker.inputArrived(at: time)
      case .changedNothing(let stoodStill):
        statistics.tracker.inputChangedNothing()
        if stoodStill { statistics.tracker.stoodStill() }
      case .made(let number, let moves): statistics.tracker.frameMade(number, moves: moves)
      }
    }
    if let frame = view.newestFrame, let levels = frame.levels {
      statistics.light = Statistics.Light(
        kind: levels.shape.format, headroom: frame.light.headroom, toning: frame.toning)
    }
    let use = view.memoryUse
    statistics.notice(arenas: use.arenas, tiles: use.arenas + use.tiles)
  }

  /// Adds the totals at the end, and the first decoder's start if it was measured.
  mutating func finish(
    _ decoding: DecodeStatistics, _ drawing: RenderStatistics, _ start: DecoderPool.FirstStart?
  ) {
    if let start { statistics.start?.take(start) }
    statistics.take(decoding, drawing)
  }
}
