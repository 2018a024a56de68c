import Gestures

/// The keys pressed so far of a sequence, and what each new key completes.
struct KeySequence: Sendable {
  /// How long the next key of a sequence may take, in seconds.
  static let duration = 1.0

  /// What a key does.
  enum Outcome: Hashable, Sendable {
    case perform([Command])
    /// Waits for another key; one of these must follow.
    case wait([KeyMap.Binding])
    case nothing
  }

  private var pressed: [Trigger] = []
  /// When the sequence is given up, in seconds of the viewer's clock; `nil` without one.
  private(set) var deadline: Double?

  /// Handles a trigger; a key that does not continue a sequence counts as a first one.
  mutating func take(_ trigger: Trigger, in map: KeyMap, at now: Double) -> Outcome {
    expire(at: now)
    for before in pressed.isEmpty ? [[]] : [pressed, []] {
      switch map.match(before + [trigger]) {
      case .commands(let commands):
        clear()
        return .perform(commands)
      case .prefix(let matched, let following):
        pressed = matched
        deadline = now + Self.duration
        return .wait(following)
      case .nothing: continue
      }
    }
    clear()
    return .nothing
  }

  /// Gives up a sequence whose time is over; returns true if there was one.
  @discardableResult
  mutating func expire(at now: Double) -> Bool {
    guard let deadline, now >= deadline else { return false }
    clear()
    return true
  }

  private mutating func clear() {
    pressed = []
    deadline = nil
  }
}
