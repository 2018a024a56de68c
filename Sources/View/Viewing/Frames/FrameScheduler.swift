import Geometry
import Rendering
import Tiles
import Tiling

/// Tracks the newest frame, decides when the next one is submitted, and fades tiles in.
///
/// It belongs to the view's thread and has no clock: times are seconds that are passed in.
final class FrameScheduler {
  private(set) var newest: Frame?
  private var pacer: FramePacer
  private var fades: TileFades
  private var surfaceCheck = SurfaceCheck()
  private var firstRows = FirstRows()
  private var settled: SettledView?
  private var record = InputRecord()

  /// Creates a scheduler before the first frame; `interval` is the display's refresh interval and
  /// `fadeDuration` a tile's fade, both in seconds.
  init(interval: Double, fadeDuration: Double) {
    pacer = FramePacer(interval: interval)
    fades = TileFades(duration: fadeDuration)
  }

  // MARK: Time

  /// Adds a reason for the next frame.
  func note(_ reason: FramePacer.Reasons) { pacer.note(reason) }

  /// Returns the time at which input takes effect: not before the newest frame's own time.
  func moment(_ now: Double) -> Double { pacer.clock.moment(now) }

  /// Returns the time at which a frame that starts now is shown.
  func time(at now: Double) -> Double { pacer.clock.time(at: now) }

  /// Returns when to start the frame for a time.
  func start(for time: Double) -> Double { pacer.clock.start(for: time) }

  /// When to start the next frame of a motion or a fade; `nil` if none is due.
  func deadline(isMoving: Bool) -> Double? {
    pacer.deadline(isMoving: isMoving, isFading: isFading)
  }

  // MARK: Presentation

  /// The numbers of the newest submitted frame and of the newest one that was shown.
  var numbers: (made: UInt64, shown: UInt64) { (pacer.lastNumber, pacer.shownNumber) }

  /// True if there was a frame, and all frames have been shown.
  var isIdle: Bool { pacer.isIdle && pacer.lastNumber > 0 }

  /// Returns the version of a source in the newest frame; `nil` if that shows another source.
  func version(of source: SourceID) -> FrameVersion? {
    newest.flatMap { $0.picture == source ? $0.pictureFrame : nil }
  }

  /// True if the newest frame shows the source, and any frame has been shown.
  func hasShown(_ source: SourceID) -> Bool {
    newest?.picture == source && pacer.shownNumber > 0
  }

  /// Records that a frame is on the screen; `surface` is the view's size.
  func presented(_ presentation: Presentation, on surface: PixelSize) {
    pacer.shown(
      presentation.frame, at: presentation.time, drawing: presentation.milliseconds / 1000)
    if presentation.frame == pacer.lastNumber,
      surfaceCheck.isStale(shown: presentation.surface, wanted: surface)
    {
      pacer.note(.redraw)
    }
  }

  // MARK: Submission

  /// Returns the numbered frame if it is to be submitted now; `nil` if it equals the previous one
  /// or has to wait.
  func next(
    _ composed: Frame, moves: Bool, isComplete: Bool, at now: Double
  ) -> Frame? {
    var frame = composed
    frame.number = newest?.number ?? 0
    let candidate = FramePacer.Candidate(
      isSame: frame == newest, moves: moves, isComplete: isComplete,
      isFading: !frame.fades.isEmpty)
    switch pacer.decide(candidate, at: now) {
    case .wait: return nil
    case .skip:
      record.changedNothing(stoodStill: moves)
      return nil
    case .draw:
      frame.number = pacer.begin(at: now)
      return frame
    }
  }

  /// Records that the renderer accepted a frame.
  func submitted(_ frame: Frame, moves: Bool) {
    newest = frame
    record.made(frame.number, moves: moves)
  }

  /// Returns the bottom of the first picture's rows that can be shown before the others, in device
  /// pixels from the top; `nil` if there are no more than before.
  func rowsAhead(
    of level: Level, in view: Viewport, since: Double, now: Double, isThere: (TileKey) -> Bool
  ) -> Int? {
    firstRows.next(of: level, in: view, since: since, now: now, isThere: isThere)
  }

  /// True if the first rows of a picture are on the screen, but no frame.
  var showsFirstRows: Bool { firstRows.end > 0 && newest == nil }

  /// Returns true once for each view that the newest frame shows; call it when that is complete and
  /// at rest.
  func settles() -> Bool {
    guard let view = newest.map(SettledView.init), view != settled else { return false }
    settled = view
    return true
  }

  // MARK: Fades

  /// True if any tile is fading in.
  var isFading: Bool { !fades.isEmpty }

  func fadeIn(_ key: TileKey, at now: Double) { fades.begin(key, at: now) }

  /// Returns the opacity of each tile that is fading in.
  func shares(at now: Double) -> [TileKey: Double] { fades.shares(at: now) }

  /// Ends all fades; every tile becomes fully opaque.
  func endFades() { fades.end() }

  /// Sets the duration of a fade in seconds; current fades end.
  func setFadeDuration(_ duration: Double) {
    if duration != fades.duration { fades = TileFades(duration: duration) }
  }

  // MARK: Measurement

  /// Starts recording input and frames for `takeRecord()`.
  func keepRecord() { record.isKept = true }

  /// Records input that the next frame will show.
  func inputArrived(at now: Double) { record.inputArrived(at: now) }

  /// Records that input changed nothing visible.
  func changedNothing() { record.changedNothing(stoodStill: false) }

  /// Returns the recorded entries, oldest first, and clears them.
  func takeRecord() -> [InputRecord.Entry] { record.takeAll() }
}

/// A view that was reported as settled: its viewport and its layers.
private struct SettledView: Hashable {
  private let viewport: Viewport
  private let layers: [SourceID: LayerPlace]

  /// Creates the view of a frame.
  init(_ frame: Frame) {
    viewport = frame.viewport
    layers = Dictionary(frame.layers.map { ($0.picture, $0.place) }) { first, _ in first }
  }
}
