import CX11

/// A drag that begins in our window, as its source sees it: the target under the pointer, and what
/// it has still to answer.
///
/// A value: moves, answers and times in seconds go in, messages and reports come out. At most one
/// position is unanswered, whatever the target does.
struct OutgoingDrag {
  /// A window that drags may end on.
  struct Target: Hashable {
    var window: CX11.Window
    /// The receiver of the messages: the window itself, or its proxy.
    var receiver: CX11.Window
    /// The version that both sides speak.
    var version: Int
  }

  /// A point of the screen in device pixels.
  struct Place: Hashable {
    var x: Int
    var y: Int
  }

  /// What follows from an event.
  enum Effect: Hashable {
    case enter(Target)
    case position(Target, Place)
    case leave(Target)
    case drop(Target)
    /// The target has begun or ceased to take it.
    case show(isAccepted: Bool)
    case end(DragOutcome)
  }

  private enum Phase {
    case dragging
    /// The button is released, but the last position is unanswered.
    case releasing
    /// The target is reading.
    case dropped
    case ended
  }

  /// How the last position stands.
  private enum Answer {
    case none, awaited, late, given
  }

  private var phase = Phase.dragging
  private var target: Target?
  private var isAccepted = false
  private var answer = Answer.none
  private var place: Place?
  /// A later position than the unanswered one.
  private var newer: Place?
  /// When to call `tick`, in seconds; `nil` if nothing is waited for.
  private(set) var deadline: Double?

  /// Seconds for which a target may leave a position unanswered.
  static let answerTimeout = 2.0
  /// Seconds for which a target may be silent after a drop.
  static let readTimeout = 10.0
  /// Seconds after which the position of a resting pointer is repeated: targets scroll by them.
  static let repeatDelay = 0.25

  /// True once it is over.
  var isEnded: Bool { phase == .ended }
  /// True while the target reads what was dropped on it.
  var isDropped: Bool { phase == .dropped }

  /// The pointer has moved to a place with this target.
  mutating func move(to place: Place, over target: Target?, at now: Double) -> [Effect] {
    guard phase == .dragging else { return [] }
    var effects: [Effect] = []
    if target != self.target {
      if let old = self.target { effects.append(.leave(old)) }
      effects += accept(false)
      self.target = target
      (answer, newer, deadline) = (.none, nil, nil)
      if let target { effects.append(.enter(target)) }
    }
    if answer == .awaited || answer == .late {
      newer = place
      return effects
    }
    return effects + send(place, at: now)
  }

  /// A target has answered a position.
  mutating func answered(by window: CX11.Window, isAccepted: Bool, at now: Double) -> [Effect] {
    guard let target, target.window == window, answer != .none else { return [] }
    guard phase == .dragging || phase == .releasing else { return [] }
    answer = .given
    deadline = now + Self.repeatDelay
    let effects = accept(isAccepted)
    if let newer {
      self.newer = nil
      return effects + send(newer, at: now)
    }
    return phase == .releasing ? effects + decide(target, at: now) : effects
  }

  /// The button is released.
  mutating func release(at now: Double) -> [Effect] {
    guard phase == .dragging else { return [] }
    guard let target else { return end(.nowhere) }
    switch answer {
    case .awaited:
      phase = .releasing
      return []
    case .late: return [.leave(target)] + end(.silent)
    case .none, .given: return decide(target, at: now)
    }
  }

  /// The target has read what was dropped, or has not.
  mutating func finished(by window: CX11.Window, isAccepted: Bool) -> [Effect] {
    guard phase == .dropped, let target, target.window == window else { return [] }
    // Only version 5 says whether.
    return end(isAccepted || target.version < 5 ? .taken : .refused)
  }

  /// Ends the drag without a drop, unless the target is reading already.
  mutating func cancel() -> [Effect] {
    guard phase == .dragging || phase == .releasing else { return [] }
    return (target.map { [.leave($0)] } ?? []) + end(.cancelled)
  }

  /// Handles the passing of time; a target that `isReading` is not silent.
  mutating func tick(at now: Double, isReading: Bool) -> [Effect] {
    guard let deadline, now >= deadline, let target else { return [] }
    switch phase {
    case .dragging where answer == .awaited:
      answer = .late
      self.deadline = nil
      return accept(false)
    case .dragging: return place.map { send($0, at: now) } ?? []
    case .releasing: return [.leave(target)] + end(.silent)
    case .dropped where isReading:
      self.deadline = now + Self.readTimeout
      return []
    case .dropped: return end(.silent)
    case .ended: return []
    }
  }

  private mutating func send(_ place: Place, at now: Double) -> [Effect] {
    guard let target else { return [] }
    self.place = place
    answer = .awaited
    deadline = now + Self.answerTimeout
    return [.position(target, place)]
  }

  private mutating func decide(_ target: Target, at now: Double) -> [Effect] {
    guard isAccepted else { return [.leave(target)] + end(.refused) }
    phase = .dropped
    deadline = now + Self.readTimeout
    return [.drop(target)]
  }

  private mutating func accept(_ isAccepted: Bool) -> [Effect] {
    guard isAccepted != self.isAccepted else { return [] }
    self.isAccepted = isAccepted
    return [.show(isAccepted: isAccepted)]
  }

  private mutating func end(_ outcome: DragOutcome) -> [Effect] {
    phase = .ended
    deadline = nil
    return [.end(outcome)]
  }
}
