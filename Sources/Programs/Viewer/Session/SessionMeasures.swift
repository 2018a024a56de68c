import Decoding
import Rendering
import Tiling
import Viewing

/// What `--stats` prints, taken from the view as it goes.
struct SessionMeasures {
  private(set) var statistics = Statistics()
  private let startTime: Double

  /// Nothing measured yet; `startTime` is when the program began.
  init(startTime: Double) {
    self.startTime = startTime
    statistics.start = StartMilestones(began: startTime)
  }

  /// When a picture was on the screen first; `nil` before.
  var pictureShownAt: Double? {
    statistics.firstFrameMilliseconds.map { startTime + $0 / 1000 }
  }
  /// Whether a view has rested with all its tiles.
  private(set) var hasSettled = false

  /// The first picture has reached a place on its way.
  mutating func reached(_ place: StartMilestones.Place, at time: Double) {
    statistics.start?.note(place, at: time)
  }

  /// Frames are the renderer's from now on.
  mutating func tookOver(rendererReady: Double?) {
    statistics.start?.noteTakeOver(rendererReady: rendererReady)
  }

  /// A frame is on the screen.
  mutating func presented(_ presentation: Presentation, of view: TiledView) {
    statistics.addFrame(milliseconds: presentation.milliseconds)
    statistics.ledger.frameShown(presentation.frame, at: presentation.time)
    statistics.start?.noteFrame(
      begun: presentation.time - presentation.milliseconds / 1000, shown: presentation.time,
      hasPicture: view.newestFrame?.picture != nil)
    if statistics.firstFrameMilliseconds == nil, view.newestFrame?.picture != nil {
      statistics.firstFrameMilliseconds = (presentation.time - startTime) * 1000
    }
  }

  /// A view rests with all its tiles: its pixels are counted once.
  mutating func settled(_ view: TiledView) {
    guard let frame = view.newestFrame, let levels = frame.levels else { return }
    hasSettled = true
    statistics.displayedPixels += frame.viewport.displayedPixels(of: levels)
  }

  /// Takes what the view has noted of input and frames, and what tiles take now.
  mutating func note(_ view: TiledView) {
    for entry in view.takeInputLedger() {
      switch entry {
      case .inputArrived(let time): statistics.ledger.inputArrived(at: time)
      case .changedNothing(let stoodStill):
        statistics.ledger.inputChangedNothing()
        if stoodStill { statistics.ledger.stoodStill() }
      case .made(let number, let moves): statistics.ledger.frameMade(number, moves: moves)
      }
    }
    if let frame = view.newestFrame, let levels = frame.levels {
      statistics.light = Statistics.Light(
        kind: levels.shape.format, headroom: frame.light.headroom, toning: frame.toning)
    }
    let use = view.memoryUse
    statistics.notice(arenas: use.arenas, tiles: use.arenas + use.tiles)
  }

  /// Takes the sums at the end, and how the first decoder started where that was watched.
  mutating func finish(
    _ decoding: DecodeStatistics, _ drawing: RenderStatistics, _ start: DecoderDesk.FirstStart?
  ) {
    if let start { statistics.start?.take(start) }
    statistics.decodedPixels = decoding.exactPixels + decoding.previewPixels
    statistics.prefetchedPixels = decoding.prefetchedPixels
    statistics.tilesCancelled = decoding.tilesCancelled
    statistics.pictureText = decoding.pictureText
    statistics.uploadedBytes = drawing.uploadedBytes
    statistics.peakTextureBytes = drawing.peakTextureBytes
  }
}
