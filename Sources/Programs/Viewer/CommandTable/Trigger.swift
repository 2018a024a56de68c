import Gestures

/// A key, a mouse button or the wheel, with modifiers.
///
/// Shift is part of a character, such as `R` or `+`, unless Ctrl, Alt or Super is held with a
/// letter.
package struct Trigger: Hashable, Sendable {
  /// The key, button or wheel.
  package enum Source: Hashable, Sendable {
    case key(Keysym)
    case button(Int)
    case wheel
    /// The wheel, turned away from the user.
    case wheelUp
    /// The wheel, turned towards the user.
    case wheelDown

    /// True for the wheel, turned either way or both.
    var isWheel: Bool { self == .wheel || self == .wheelUp || self == .wheelDown }
  }

  /// The key, button or wheel.
  package let source: Source
  /// The modifiers that are held.
  package let modifiers: Modifiers

  /// Creates a trigger in canonical form, so that equal ones compare equal.
  package init(_ source: Source, _ modifiers: Modifiers = []) {
    var (source, modifiers) = (source, modifiers.intersection([.shift, .control, .alt, .logo]))
    if case .key(let key) = source, key.isCharacter {
      let isChord = !modifiers.isDisjoint(with: [.control, .alt, .logo])
      if key.isLetter {
        let isCapital = !isChord && modifiers.contains(.shift)
        source = .key(isChord ? key.lowercased : isCapital ? key.uppercased : key)
      }
      if !isChord || !key.isLetter { modifiers.remove(.shift) }
    }
    self.source = source
    self.modifiers = modifiers
  }

  init(_ press: KeyPress) { self.init(.key(press.key), press.modifiers) }

  /// The fallback if this trigger is not bound; `nil` if there is none.
  ///
  /// `Shift+F11` does what `F11` does, and a button with any modifiers what the button does.
  var fallback: Trigger? {
    switch source {
    case .button: modifiers.isEmpty ? nil : Trigger(source)
    case .key(let key):
      modifiers.contains(.shift) && !key.isCharacter
        ? Trigger(source, modifiers.subtracting(.shift)) : nil
    case .wheel, .wheelUp, .wheelDown: nil
    }
  }
}

extension Trigger {
  /// Parses a trigger, such as `Ctrl+Shift+S`, `PageDown`, `+`, `Button8` or `Alt+Wheel`; `nil` for
  /// anything else.
  package init?(parsing text: String) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // The plus key, alone or after modifiers.
    if text == "+" {
      parts = ["+"]
    } else if text.hasSuffix("++") {
      parts.removeLast(2)
      parts.append("+")
    }
    var modifiers: Modifiers = []
    var source: Source?
    for part in parts {
      if let modifier = Self.modifiers.first(where: { $0.name == part })?.modifier {
        modifiers.insert(modifier)
      } else if source == nil, let found = Self.source(part) {
        source = found
      } else {
        return nil
      }
    }
    guard var source else { return nil }
    // In `Ctrl+S`, the letter names a key, not a capital.
    if case .key(let key) = source, !modifiers.isDisjoint(with: [.control, .alt, .logo]) {
      source = .key(key.lowercased)
    }
    self.init(source, modifiers)
  }

  /// Parses triggers that are pressed one after the other, with spaces between them.
  package static func sequence(parsing text: String) -> [Trigger]? {
    let words = text.split(separator: " ")
    let triggers = words.compactMap { Trigger(parsing: String($0)) }
    return words.isEmpty || triggers.count < words.count ? nil : triggers
  }

  /// The text that `init(parsing:)` reads.
  package var text: String {
    let names = Self.modifiers.filter { modifiers.contains($0.modifier) }.map(\.name)
    return (names + [Self.name(of: source, isChord: !names.isEmpty)]).joined(separator: "+")
  }

  private static let modifiers: [(name: String, modifier: Modifiers)] = [
    ("Ctrl", .control), ("Alt", .alt), ("Super", .logo), ("Shift", .shift),
  ]

  private static let wheels: [(name: String, source: Source)] = [
    ("Wheel", .wheel), ("WheelUp", .wheelUp), ("WheelDown", .wheelDown),
  ]

  private static func source(_ name: String) -> Source? {
    if let wheel = wheels.first(where: { $0.name == name })?.source { return wheel }
    if name.hasPrefix("Button"), let number = Int(name.dropFirst(6)), (2...31).contains(number),
      !(4...7).contains(number)
    {
      return .button(number)
    }
    return Keysym(name: name).map { .key($0) }
  }

  private static func name(of source: Source, isChord: Bool) -> String {
    switch source {
    case .wheel, .wheelUp, .wheelDown: wheels.first { $0.source == source }?.name ?? "?"
    case .button(let number): "Button\(number)"
    case .key(let key): (isChord ? key.uppercased : key).name ?? "?"
    }
  }
}
