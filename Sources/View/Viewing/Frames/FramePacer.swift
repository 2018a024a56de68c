/// Decides when a frame is submitted: immediately after input, otherwise in step with the display
/// and after the previous frame was shown.
///
/// A value without a clock: times are seconds that are passed in.
struct FramePacer {
  /// Why a frame must be drawn even if it equals the previous one, or immediately.
  struct Reasons: OptionSet, Hashable {
    let rawValue: UInt8
    /// Something that is not part of the frame has changed, such as a bitmap.
    static let redraw = Reasons(rawValue: 1)
    /// Visible tiles have arrived.
    static let tiles = Reasons(rawValue: 2)
    /// The user has moved something; the response is immediate.
    static let input = Reasons(rawValue: 4)
  }

  /// The properties of the next frame that decide when it is submitted.
  struct Candidate {
    /// True if it equals the previous frame.
    var isSame: Bool
    /// True if a motion continues after it.
    var moves: Bool
    /// True if the view has all its tiles.
    var isComplete: Bool
    /// True if tiles are fading in.
    var isFading: Bool
  }

  enum Decision: Hashable {
    /// Submit the frame now.
    case draw
    /// Drop the frame: it equals the previous one.
    case skip
    /// Wait for the previous frame or for the display.
    case wait
  }

  private(set) var clock: FrameClock
  /// Why the next frame is due.
  private(set) var reasons: Reasons = []
  /// The number of the newest submitted frame.
  private(set) var lastNumber: UInt64 = 0
  /// The number of the newest frame that was shown.
  private(set) var shownNumber: UInt64 = 0

  /// Creates a pacer for a display that has shown no frame yet; `interval` is its refresh interval
  /// in seconds.
  init(interval: Double) { clock = FrameClock(interval: interval) }

  /// Adds a reason for the next frame.
  mutating func note(_ reason: Reasons) { reasons.formUnion(reason) }

  /// True if every submitted frame has been shown.
  var isIdle: Bool { shownNumber == lastNumber }

  /// Decides what to do with a frame now.
  ///
  /// Frames of a motion, and frames that show tiles as they arrive, are limited to the display's
  /// rate, so that drawing does not take processor time from decoding.
  mutating func decide(_ frame: Candidate, at now: Double) -> Decision {
    if reasons.isDisjoint(with: [.redraw, .tiles]), frame.isSame {
      // The motion is smaller than a pixel; try again with the next frame.
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

  /// Starts the next frame and returns its number.
  mutating func begin(at now: Double) -> UInt64 {
    clock.begun(at: now, for: clock.time(at: now))
    reasons = []
    lastNumber += 1
    return lastNumber
  }

  /// Records that a frame was shown at a time and took `drawing` seconds to draw.
  mutating func shown(_ number: UInt64, at time: Double, drawing: Double) {
    shownNumber = max(shownNumber, number)
    clock.shown(at: time, drawing: drawing)
  }

  /// When to start the next frame of a motion or a fade; `nil` if none is due.
  ///
  /// It is also `nil` while a frame is being drawn: its presentation wakes the thread.
  func deadline(isMoving: Bool, isFading: Bool) -> Double? {
    guard isIdle, isMoving || isFading || reasons.contains(.tiles) else { return nil }
    return clock.nextStart
  }
}
