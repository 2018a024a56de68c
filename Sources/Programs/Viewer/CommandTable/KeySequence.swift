import Gestures

/// The keys of a sequence pressed so far, and the effect of each further key.
struct KeySequence: Sendable {
  /// The timeout for the next key of a sequence, in seconds.
  static let duration = 1.0

  /// The effect of a key.
  enum Outcome: Hashable, Sendable {
    case perform([Command])
    /// Waits for another key; one of these must follow.
    case wait([KeyMap.Binding])
    case nothing
  }

  private var pressed: [Trigger] = []
  /// When the sequence times out, in seconds of the viewer's clock; `nil` without one.
  private(set) var deadline: Double?

  /// Handles a trigger; a key that does not continue the sequence begins a new one.
  ///
  /// A key whose commands aren't allowed falls through to those of a wider table.
  mutating func take(
    _ trigger: Trigger, in map: KeyMap, at now: Double,
    allows isAllowed: (CommandName) -> Bool = { _ in true }
  ) -> Outcome {
    expire(at: now)
    for before in pressed.isEmpty ? [[]] : [pressed, []] {
      switch map.match(before + [trigger], allows: isAllowed) {
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

  /// Drops a sequence that has timed out; returns true if there was one.
  @discardableResult
  mutating func expire(at now: Double) -> Bool {
    guard let deadline, now >= deadline else { return false }
    clear()
    return true
  }

  /// Returns the trigger of a key press: the character on the key if it is bound, or else the Latin
  /// one that stands for it.
  func trigger(of press: KeyPress, in map: KeyMap, at now: Double) -> Trigger {
    guard let original = press.originalKeysym else { return Trigger(press) }
    let trigger = Trigger(.key(Keysym(rawValue: original)), press.modifiers)
    let isWaiting = deadline.map { now < $0 } ?? false
    let starts: [[Trigger]] = isWaiting ? [pressed, []] : [[]]
    let isBound = starts.contains { map.match($0 + [trigger]) != .nothing }
    return isBound ? trigger : Trigger(press)
  }

  private mutating func clear() {
    pressed = []
    deadline = nil
  }
}
