import Gestures
import Viewing
import Windowing

/// Maps keys, buttons and wheels to commands, and passes each to the part that performs it.
final class ViewerControls: ViewInputHandler {
  private let parts: ViewerParts
  private let commands: CommandPerformer
  private var sequence = KeySequence()
  private var wheel = WheelSteps()
  /// The key whose command lasts while it is held; `nil` if none is held.
  private var heldKey: Keysym?

  init(_ parts: ViewerParts, _ commands: CommandPerformer) {
    self.parts = parts
    self.commands = commands
  }

  /// When a key sequence times out; `nil` without one.
  var deadline: Double? { sequence.deadline }

  /// Drops a key sequence that has timed out.
  func expire(at now: Double) {
    if sequence.expire(at: now) { parts.notices.hideNote() }
  }

  /// Handles events that the panels did not consume.
  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .key(let press) where press.key == .enter && asksForHost: allowHost(at: now)
    case .key(let press): self.press(press, at: now)
    case .keyReleased(let press): release(press, at: now)
    // Another window gets the release.
    case .focusChanged(false) where heldKey != nil: endHolding(at: now)
    case .button(let button) where button.isPressed:
      return take(Trigger(.button(button.button), button.modifiers), at: now)
        || parts.pictureDrag.press(button)
    case .scroll(let scroll) where scroll.source == .wheel: return turn(scroll, at: now)
    default: return false
    }
    return false
  }

  func take(_ gesture: Gesture, at now: Double) -> Bool {
    switch gesture {
    case .click(button: 1, _) where asksForHost: allowHost(at: now)
    case .longPress: parts.panels.toggle(.menu, at: now)
    default: return false
    }
    return true
  }

  // MARK: Keys

  private func press(_ press: KeyPress, at now: Double) {
    guard !press.key.isModifier else { return }
    // A held key repeats.
    if heldKey == press.key.lowercased { return }
    // If another window got the key release, the picture must still get its filters back.
    endHolding(at: now)
    let isRepeat = parts.panels.pressedKey.isRepeating
    let trigger = sequence.trigger(of: press, in: parts.keys, at: now)
    _ = take(trigger, heldBy: press.key.lowercased, isRepeat: isRepeat, at: now)
  }

  /// Ends a held command when its key is released, whatever modifiers were released before.
  private func release(_ press: KeyPress, at now: Double) {
    if heldKey == press.key.lowercased { endHolding(at: now) }
  }

  private func endHolding(at now: Double) {
    heldKey = nil
    commands.release(at: now)
  }

  /// Performs the commands of a trigger; returns false if it has none.
  private func take(
    _ trigger: Trigger, heldBy key: Keysym? = nil, isRepeat: Bool = false, at now: Double
  ) -> Bool {
    let waited = sequence.deadline != nil
    let outcome = sequence.take(trigger, in: parts.keys, at: now, allows: isAllowed)
    switch outcome {
    case .perform(let bound):
      if waited { parts.notices.hideNote() }
      // A held key must not delete a whole folder, or start a program again and again.
      let repeats = bound.allSatisfy { $0.name.definition.traits.contains(.repeats) }
      if isRepeat, !repeats { return true }
      for command in bound {
        if let key, command.name.definition.traits.contains(.held) {
          heldKey = key
          commands.hold(command, at: now)
        } else {
          commands.perform(command, at: now)
        }
      }
    case .wait(let following):
      let choices = following.map { binding in
        "\(binding.text)  \(binding.commands.map(\.name.definition.title).joined(separator: ", "))"
      }
      parts.notices.showNote(
        "\(trigger.text) …   " + choices.joined(separator: "   "),
        until: now + KeySequence.duration)
    case .nothing:
      if waited { parts.notices.hideNote() }
      return false
    }
    return true
  }

  /// True if a command does something, or if it may once the picture is loaded.
  private func isAllowed(_ name: CommandName) -> Bool {
    parts.gallery.pictures.isLoading || parts.refusal(of: name) == nil
  }

  // MARK: Wheels

  /// Performs the commands of a wheel; turning away from the user is positive.
  private func turn(_ scroll: ScrollEvent, at now: Double) -> Bool {
    // Shift may have made the scrolling horizontal; without modifiers, a tilted wheel pans.
    let isTilted = scroll.detents.y == 0
    if isTilted && scroll.modifiers.isEmpty { return false }
    let detents = isTilted ? scroll.detents.x : scroll.detents.y
    for source in [detents < 0 ? .wheelUp : .wheelDown, .wheel] as [Trigger.Source] {
      let trigger = Trigger(source, scroll.modifiers)
      guard case .commands(let bound) = parts.keys.match([trigger], allows: isAllowed) else {
        continue
      }
      guard detents != 0 else { return true }
      for command in wheel.commands(of: bound, source, detents: -detents, scroll) {
        commands.perform(command, at: now)
      }
      return true
    }
    return false
  }

  // MARK: Hosts

  /// True while the user is asked whether a host may be contacted for a picture.
  private var asksForHost: Bool { parts.gallery.pictures.failure?.host != nil }

  private func allowHost(at now: Double) {
    if parts.hostQuestion.isAnswered { parts.gallery.receive(.hostAllowed, at: now) }
  }
}
