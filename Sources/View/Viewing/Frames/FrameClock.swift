/// Predicts the display's refreshes from the frames that it has shown.
///
/// Motion is computed for the moments at which frames are shown, a whole number of refreshes after
/// the last one, so it is smooth even if events arrive unevenly. A value without a clock: times are
/// seconds that are passed in.
struct FrameClock {
  /// The refresh interval in seconds.
  let interval: Double
  private var lastShown: Double?
  private var lastBegun = -Double.infinity
  private var lastTime = -Double.infinity
  private var drawing = 0.0

  /// Creates a clock for a display that has shown no frame yet.
  init(interval: Double) { self.interval = interval }

  /// The safety margin, in seconds, by which a frame starts early, because drawing times vary.
  static let reserve = 0.002

  /// Records that a frame was shown at a time and took `seconds` to draw.
  mutating func shown(at time: Double, drawing seconds: Double) {
    lastShown = time
    // The longest recent drawing time, which decays within about a second.
    drawing = max(min(seconds, interval), drawing * 0.97)
  }

  /// Returns the time at which a frame that starts now is shown; motion is computed for it.
  ///
  /// It is the next refresh after `now`, but never earlier than the previous frame's time.
  func time(at now: Double) -> Double {
    guard let lastShown, now >= lastShown else { return max(now + interval, lastTime) }
    let refreshes = ((now - lastShown) / interval + 1e-6).rounded(.up)
    return max(lastShown + max(1, refreshes) * interval, lastTime)
  }

  /// Returns when to start the frame for a time, or for the first refresh after it.
  func start(for time: Double) -> Double {
    guard let lastShown else { return time - interval }
    let refreshes = max(1, ((time - lastShown) / interval).rounded(.up))
    let seen = lastShown + refreshes * interval
    // A frame that starts earlier would be aimed at the previous refresh.
    return max(seen - drawing - Self.reserve, seen - 0.99 * interval)
  }

  /// Records the start of a frame for a time that `time(at:)` returned.
  mutating func begun(at now: Double, for time: Double) {
    lastBegun = now
    lastTime = time
  }

  /// Returns the time at which input takes effect: not before the newest frame's own time.
  ///
  /// A user who catches a moving picture catches it where it is drawn, not where it was a frame
  /// earlier.
  func moment(_ now: Double) -> Double { max(now, lastTime) }

  /// When to start the next frame of a motion: as late as possible, so that it includes the latest
  /// input, and at least one refresh after the previous start.
  var nextStart: Double {
    let byDisplay = (lastShown ?? -.infinity) + interval - drawing - Self.reserve
    // A millisecond early, because waits end late.
    return max(byDisplay, lastBegun + interval - 0.001)
  }
}
