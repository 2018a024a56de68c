/// When a frame may go: at once for an input, else at the display's pace, each after the one before
/// it.
///
/// A value without a clock: times are seconds that are passed in.
struct FramePacer {
  /// Why a frame has to be drawn though it may look like the last one, or at once.
  struct Reasons: OptionSet, Hashable {
    let rawValue: UInt8
    /// Something has changed that no frame tells, such as a bitmap.
    static let redraw = Reasons(rawValue: 1)
    /// Tiles have come that are seen.
    static let tiles = Reasons(rawValue: 2)
    /// A hand has moved something: it is answered at once.
    static let input = Reasons(rawValue: 4)
  }

  /// What the frame that is about to go is like.
  struct Candidate {
    /// Whether it is the last one again.
    var isSame: Bool
    /// Whether another will follow it by itself.
    var moves: Bool
    /// Whether the view has all its tiles.
    var isComplete: Bool
    /// Whether tiles come in gently.
    var isFading: Bool
  }

  /// What is to be done with a frame.
  enum Decision: Hashable {
    /// It goes now.
    case draw
    /// It would be the last one again.
    case skip
    /// It waits for the frame before it, or for the display.
    case wait
  }

  private(set) var clock: FrameClock
  /// Why the next frame is due.
  private(set) var reasons: Reasons = []
  /// The number of the newest frame that was submitted.
  private(set) var lastNumber: UInt64 = 0
  /// The number of the newest frame that was shown.
  private(set) var shownNumber: UInt64 = 0

  /// A pacer for a display that has shown nothing yet; `interval` is its refresh, in seconds.
  init(interval: Double) { clock = FrameClock(interval: interval) }

  /// Notes why a frame is due.
  mutating func note(_ reason: Reasons) { reasons.formUnion(reason) }

  /// Whether every frame that was submitted has been shown.
  var isIdle: Bool { shownNumber == lastNumber }

  /// What is to be done with a frame now.
  ///
  /// Those of an animation, and those that show tiles as they come, follow each other at the
  /// display's pace: drawing must not take the processors from decoding.
  mutating func decide(_ frame: Candidate, at now: Double) -> Decision {
    if reasons.isDisjoint(with: [.redraw, .tiles]), frame.isSame {
      // It moves, but by less than can be seen: it is looked at again with the next frame.
      if frame.moves { clock.begun(at: now, for: clock.time(at: now)) }
      return .skip
    }
    let isFading = frame.isFading && !reasons.contains(.tiles)
    if reasons.isDisjoint(with: [.redraw, .input]), frame.moves || !frame.isComplete || isFading,
      !isIdle || now < clock.nextStart
    {
      return .wait
    }
    return .draw
  }

  /// Submits a frame; its number.
  mutating func begin(at now: Double) -> UInt64 {
    clock.begun(at: now, for: clock.time(at: now))
    reasons = []
    lastNumber += 1
    return lastNumber
  }

  /// A frame was shown at a time, and took so many seconds to draw.
  mutating func shown(_ number: UInt64, at time: Double, drawing: Double) {
    shownNumber = max(shownNumber, number)
    clock.shown(at: time, drawing: drawing)
  }

  /// When the next frame of a motion is to be begun; `nil` where none is waited for.
  ///
  /// One that is under way is not waited for here: its being shown wakes the thread.
  func deadline(isMoving: Bool, isFading: Bool) -> Double? {
    guard isIdle, isMoving || isFading || reasons.contains(.tiles) else { return nil }
    return clock.nextStart
  }
}
