import Decoding
import Rendering
import Tiling
import Viewing

/// What `--stats` prints, taken from the view as it goes.
struct SessionMeasures {
  private(set) var statistics = Statistics()
  private let startTime: Double

  /// Nothing measured yet; `startTime` is when the program began.
  init(startTime: Double) { self.startTime = startTime }

  /// A frame is on the screen.
  mutating func presented(_ presentation: Presentation, of view: TiledView) {
    statistics.addFrame(milliseconds: presentation.milliseconds)
    statistics.ledger.frameShown(presentation.frame, at: presentation.time)
    if statistics.firstFrameMilliseconds == nil, view.newestFrame?.picture != nil {
      statistics.firstFrameMilliseconds = (presentation.time - startTime) * 1000
    }
  }

  /// A view rests with all its tiles: its pixels are counted once.
  mutating func settled(_ view: TiledView) {
    guard let frame = view.newestFrame, let levels = frame.levels else { return }
    statistics.displayedPixels += frame.viewport.displayedPixels(of: levels)
  }

  /// Takes what the view has noted of input and frames, and what tiles take now.
  mutating func note(_ view: TiledView) {
    for entry in view.ledger.takeAll() {
      switch entry {
      case .inputArrived(let time): statistics.ledger.inputArrived(at: time)
      case .changedNothing(let stoodStill):
        statistics.ledger.inputChangedNothing()
        if stoodStill { statistics.ledger.stoodStill() }
      case .made(let number, let moves): statistics.ledger.frameMade(number, moves: moves)
      }
    }
    let use = view.memoryUse
    statistics.notice(arenas: use.arenas, tiles: use.arenas + use.tiles)
  }

  /// Takes the sums at the end.
  mutating func finish(_ decoding: DecodeStatistics, _ drawing: RenderStatistics) {
    statistics.decodedPixels = decoding.exactPixels + decoding.previewPixels
    statistics.tilesCancelled = decoding.tilesCancelled
    statistics.uploadedBytes = drawing.uploadedBytes
    statistics.peakTextureBytes = drawing.peakTextureBytes
  }
}
