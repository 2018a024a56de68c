/// Decides when the bar is visible: it slides in when the pointer moves, and fades some seconds
/// after the last motion, unless something holds it.
///
/// A value without a clock: times are passed in, in seconds.
struct BarVisibility: Hashable, Sendable {
  /// The bar's appearance during a transition.
  struct Appearance: Hashable, Sendable {
    /// How far it has slid in, from 0 to 1.
    var slide = 1.0
    /// Its opacity, from 0 to 1.
    var opacity = 1.0
  }

  private enum Phase: Hashable, Sendable {
    case hidden
    /// Sliding in.
    case entering(since: Double)
    /// Becoming opaque again after a fade has begun.
    case returning(since: Double, from: Double)
    case shown
    case fading(since: Double)
  }

  /// The duration of sliding in, in seconds.
  static let entry = 0.2
  /// How long the bar stays after the last motion, in seconds.
  static let rest = 3.0
  /// The duration of the fade, in seconds.
  static let fade = 0.6
  /// The time between the frames of a transition, in seconds.
  private static let frame = 1 / 60.0

  /// False if animations are off: the bar then appears and disappears at once.
  var isAnimated = true
  private var phase = Phase.hidden
  private var lastMotion = 0.0
  private var isHeld = false

  /// True while any part of the bar is visible.
  var isShown: Bool { phase != .hidden }

  /// Shows the bar, because the pointer has moved or at the user's request.
  mutating func wake(at now: Double) {
    lastMotion = now
    switch phase {
    case .hidden: phase = isAnimated ? .entering(since: now) : .shown
    case .fading: phase = .returning(since: now, from: appearance(at: now).opacity)
    case .entering, .returning, .shown: break
    }
  }

  /// Keeps the bar visible while it is hovered, has the focus, or a menu is open.
  mutating func hold(_ isHeld: Bool, at now: Double) {
    if isHeld, case .fading = phase { wake(at: now) }
    if self.isHeld, !isHeld { lastMotion = now }
    self.isHeld = isHeld
  }

  /// Begins the fade at once.
  mutating func dismiss(at now: Double) {
    isHeld = false
    guard isShown else { return }
    phase = isAnimated ? .fading(since: now) : .hidden
  }

  /// Hides the bar without a transition.
  mutating func hide() {
    isHeld = false
    phase = .hidden
  }

  /// Updates the value to the current time.
  mutating func tick(at now: Double) {
    switch phase {
    case .entering(let since) where now >= since + Self.entry,
      .returning(let since, _) where now >= since + Self.entry:
      phase = .shown
    case .fading(let since) where now >= since + Self.fade: phase = .hidden
    default: break
    }
    if phase == .shown, !isHeld, now >= lastMotion + Self.rest {
      phase = isAnimated ? .fading(since: now) : .hidden
    }
  }

  /// Returns the bar's appearance at a time.
  func appearance(at now: Double) -> Appearance {
    func part(since: Double, of duration: Double) -> Double {
      min(max((now - since) / duration, 0), 1)
    }
    switch phase {
    case .hidden: return Appearance(slide: 0, opacity: 0)
    case .entering(let since):
      let rest = 1 - part(since: since, of: Self.entry)
      return Appearance(slide: 1 - rest * rest * rest, opacity: 1 - rest)
    case .returning(let since, let opacity):
      return Appearance(opacity: opacity + (1 - opacity) * part(since: since, of: Self.entry))
    case .shown: return Appearance()
    case .fading(let since): return Appearance(opacity: 1 - part(since: since, of: Self.fade))
    }
  }

  /// When the bar's appearance changes next; `nil` if only events change it.
  func deadline(at now: Double) -> Double? {
    switch phase {
    case .hidden: nil
    case .shown: isHeld ? nil : lastMotion + Self.rest
    case .entering, .returning, .fading: now + Self.frame
    }
  }
}
