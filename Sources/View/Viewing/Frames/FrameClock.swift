/// The display's rhythm, as far as the frames that it has shown tell of it.
///
/// Motion is computed for the moments at which frames will be seen, a whole number of refreshes
/// after the last one was: so it is even, however uneven events arrive. A value without a clock:
/// times are seconds that are passed in.
struct FrameClock {
  /// Seconds from one refresh to the next.
  let interval: Double
  private var lastShown: Double?
  private var lastBegun = -Double.infinity
  private var lastTime = -Double.infinity
  private var drawing = 0.0

  /// A clock of a display that has shown nothing yet.
  init(interval: Double) { self.interval = interval }

  /// How much earlier than needed a frame is begun, in seconds: drawing does not always take as
  /// long.
  static let reserve = 0.002

  /// A frame was shown at a time, and took so long to draw.
  mutating func shown(at time: Double, drawing seconds: Double) {
    lastShown = time
    // The longest of late counts, and is forgotten in a second or so.
    drawing = max(min(seconds, interval), drawing * 0.97)
  }

  /// When a frame that is begun now will be seen: what moves is computed for then.
  ///
  /// It is the next refresh after `now`, and never earlier than that of the frame before.
  func time(at now: Double) -> Double {
    guard let lastShown, now >= lastShown else { return max(now + interval, lastTime) }
    let refreshes = ((now - lastShown) / interval + 1e-6).rounded(.up)
    return max(lastShown + max(1, refreshes) * interval, lastTime)
  }

  /// When to begin the frame that is seen at a time, or as soon after it as the display shows one.
  func start(for time: Double) -> Double {
    guard let lastShown else { return time - interval }
    let refreshes = max(1, ((time - lastShown) / interval).rounded(.up))
    let seen = lastShown + refreshes * interval
    // Any sooner, and it would be begun for the refresh before.
    return max(seen - drawing - Self.reserve, seen - 0.99 * interval)
  }

  /// A frame is begun for the time that `time(at:)` has told.
  mutating func begun(at now: Double, for time: Double) {
    lastBegun = now
    lastTime = time
  }

  /// The moment that counts for what is done now: what was drawn ahead of it has been seen.
  ///
  /// A hand that catches a moving picture catches it where it is drawn, not a frame before.
  func moment(_ now: Double) -> Double { max(now, lastTime) }

  /// When the next frame of a motion is to be begun: as late as it can, since input that comes
  /// until then is in it, and no sooner than a refresh after the one before.
  var nextStart: Double {
    let byDisplay = (lastShown ?? -.infinity) + interval - drawing - Self.reserve
    // A millisecond early: the wait for it ends late.
    return max(byDisplay, lastBegun + interval - 0.001)
  }
}
