import Geometry
import Rendering
import Tiles
import Tiling

/// Which frame is the newest, when the next may go, and what comes in gently.
///
/// A value without a clock: times are seconds that are passed in.
struct FrameScheduler {
  /// The newest frame that was submitted.
  private(set) var newest: Frame?
  private var pacer: FramePacer
  private var fades: TileFades
  private var surfaceCheck = SurfaceCheck()
  private var firstRows = FirstRows()
  private var settled: SettledView?
  private var ledger = InputLedger()

  /// Nothing has been shown; `interval` is the display's refresh, in seconds.
  init(interval: Double, fadeDuration: Double) {
    pacer = FramePacer(interval: interval)
    fades = TileFades(duration: fadeDuration)
  }

  // MARK: Time

  /// Notes why a frame is due.
  mutating func note(_ reason: FramePacer.Reasons) { pacer.note(reason) }

  /// The moment that counts for what is done now: what was drawn ahead of it has been seen.
  func moment(_ now: Double) -> Double { pacer.clock.moment(now) }

  /// When a frame that is begun now will be seen.
  func time(at now: Double) -> Double { pacer.clock.time(at: now) }

  /// When to begin the frame that is seen at a time.
  func start(for time: Double) -> Double { pacer.clock.start(for: time) }

  /// When the next frame of a motion, or of what fades, is to be begun; `nil` where none is.
  func deadline(isMoving: Bool) -> Double? {
    pacer.deadline(isMoving: isMoving, isFading: isFading)
  }

  // MARK: What has been shown

  /// The numbers of the newest frame that was submitted, and of the newest that was shown.
  var numbers: (made: UInt64, shown: UInt64) { (pacer.lastNumber, pacer.shownNumber) }

  /// Whether there was a frame, and all have been shown.
  var isIdle: Bool { pacer.isIdle && pacer.lastNumber > 0 }

  /// Which frame of a source, in which colours, the newest one shows; `nil` where it shows another.
  func version(of source: SourceID) -> FrameVersion? {
    newest.flatMap { $0.picture == source ? $0.pictureFrame : nil }
  }

  /// Whether a source has been seen.
  func hasShown(_ source: SourceID) -> Bool {
    newest?.picture == source && pacer.shownNumber > 0
  }

  /// A frame is on the screen; `surface` is the view's size.
  mutating func presented(_ presentation: Presentation, on surface: PixelSize) {
    pacer.shown(
      presentation.frame, at: presentation.time, drawing: presentation.milliseconds / 1000)
    if presentation.frame == pacer.lastNumber,
      surfaceCheck.isStale(shown: presentation.surface, wanted: surface)
    {
      pacer.note(.redraw)
    }
  }

  // MARK: What goes

  /// The frame with its number, where it goes now; `nil` where it is the last one again, or waits.
  mutating func next(
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
      ledger.changedNothing(stoodStill: moves)
      return nil
    case .draw:
      frame.number = pacer.begin(at: now)
      return frame
    }
  }

  /// A frame that went was taken.
  mutating func submitted(_ frame: Frame, moves: Bool) {
    newest = frame
    ledger.made(frame.number, moves: moves)
  }

  /// Where the rows of a first picture end that are to be shown ahead of the others, in device
  /// pixels from the top; `nil` where there are no more than before.
  mutating func rowsAhead(
    of level: Level, in view: Viewport, since: Double, now: Double, isThere: (TileKey) -> Bool
  ) -> Int? {
    firstRows.next(of: level, in: view, since: since, now: now, isThere: isThere)
  }

  /// Whether rows of a picture are on the screen, and no frame.
  var showsFirstRows: Bool { firstRows.end > 0 && newest == nil }

  /// The newest frame rests and is complete; true the first time for each view.
  mutating func settles() -> Bool {
    guard let view = newest.map(SettledView.init), view != settled else { return false }
    settled = view
    return true
  }

  // MARK: What comes in gently

  /// Whether some tiles are only partly seen.
  var isFading: Bool { !fades.isEmpty }

  /// Lets a tile come in, from now on.
  mutating func fadeIn(_ key: TileKey, at now: Double) { fades.begin(key, at: now) }

  /// How much of each tile is seen at a moment, without those that are there.
  mutating func shares(at now: Double) -> [TileKey: Double] { fades.shares(at: now) }

  /// Shows everything wholly.
  mutating func endFades() { fades.end() }

  /// Sets how long a tile takes to come, in seconds; what was coming is there.
  mutating func setFadeDuration(_ duration: Double) {
    if duration != fades.duration { fades = TileFades(duration: duration) }
  }

  // MARK: What is measured

  /// Keeps what input and frames have been, for who takes it.
  mutating func keepLedger() { ledger.isKept = true }

  /// Input arrived that the next frame will show.
  mutating func inputArrived(at now: Double) { ledger.inputArrived(at: now) }

  /// Nothing could be shown of what has happened.
  mutating func changedNothing() { ledger.changedNothing(stoodStill: false) }

  /// Takes what input and frames have been, oldest first.
  mutating func takeLedger() -> [InputLedger.Entry] { ledger.takeAll() }
}

/// A view that was told to have settled: which part of what, with which layers over it.
private struct SettledView: Hashable {
  private let viewport: Viewport
  private let layers: [SourceID: LayerPlace]

  /// The view of a frame.
  init(_ frame: Frame) {
    viewport = frame.viewport
    layers = Dictionary(frame.layers.map { ($0.picture, $0.place) }) { first, _ in first }
  }
}
