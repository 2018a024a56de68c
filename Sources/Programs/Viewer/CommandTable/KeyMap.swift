import Platform
import Preferences

/// The commands of keys, buttons and the wheel: the defaults, changed by the user's `[keys]`.
package struct KeyMap: Sendable {
  /// A sequence of triggers, and the commands that it performs.
  package struct Binding: Hashable, Sendable {
    package let triggers: [Trigger]
    package let commands: [Command]
    /// The commands that the triggers have in wider tables, innermost first.
    package var wider: [[Command]] = []
  }

  /// The result of looking up a sequence of triggers.
  enum Match: Hashable, Sendable {
    case commands([Command])
    /// The triggers begin longer sequences: the rest of each, and its commands.
    case prefix([Trigger], [Binding])
    case nothing
  }

  /// A table of keys, of which a later one comes before an earlier one.
  private struct Table: Hashable, Sendable {
    let isPreset: Bool
    let context: KeyContext?
  }

  /// All bindings, with unique triggers.
  package private(set) var bindings: [Binding]
  /// The tables that have bound `WheelUp` and `WheelDown`.
  private var directionTables: [Trigger: Table] = [:]

  /// The default keys.
  package init() {
    bindings = CommandName.allCases.flatMap { name in
      (name.definition.keys + name.definition.aliases).map { key in
        guard let command = Command(name) else { fatalError("\(name) needs a value") }
        return Binding(triggers: [key], commands: [command])
      }
    }
  }

  /// Looks up triggers that were pressed one after the other.
  ///
  /// A key whose commands aren't allowed falls through to those of a wider table.
  func match(
    _ triggers: [Trigger], allows isAllowed: (CommandName) -> Bool = { _ in true }
  ) -> Match {
    let exact = exactMatch(triggers, isAllowed)
    guard exact == .nothing, let fallback = triggers.last?.fallback else { return exact }
    return exactMatch(triggers.dropLast() + [fallback], isAllowed)
  }

  private func exactMatch(_ triggers: [Trigger], _ isAllowed: (CommandName) -> Bool) -> Match {
    if let binding = bindings.first(where: { $0.triggers == triggers }) {
      return .commands(binding.effective(allows: isAllowed))
    }
    let longer = bindings.filter { $0.triggers.starts(with: triggers) }
    guard !longer.isEmpty else { return .nothing }
    return .prefix(
      triggers,
      longer.map {
        Binding(triggers: Array($0.triggers.dropFirst(triggers.count)), commands: $0.commands)
      })
  }

  /// Returns the keys of a command with its standard values, as text; the first is the one to show.
  func shownKeys(of name: CommandName) -> [String] {
    Command(name).map(shownKeys(of:)) ?? []
  }

  /// Returns the keys of a command with its values, as text; the first is the one to show.
  func shownKeys(of command: Command) -> [String] { shownBindings(of: command).map(\.text) }

  /// Returns the first key of a command that a keyboard has, as text; `nil` if there is none.
  func keyboardKey(of name: CommandName) -> String? {
    let bindings = Command(name).map(shownBindings(of:)) ?? []
    return bindings.first { !$0.usesWheel && !$0.usesButton }?.text
  }

  private func shownBindings(of command: Command) -> [Binding] {
    let aliases = command.name.definition.aliases
    let shown = bindings.filter {
      $0.commands == [command] && !aliases.contains($0.triggers[0])
    }
    // A laptop has no wheel: menus show a key if there is one.
    return shown.filter { !$0.usesWheel } + shown.filter(\.usesWheel)
  }

  // MARK: The user's keys

  /// Keys that always keep their commands, so that no setting locks the user out.
  private static let kept = ["Esc", "Menu", "F10", "Tab"].compactMap(Trigger.init(parsing:))

  /// Binds keys as a line of the settings says; returns a sentence without a full stop if the line
  /// is invalid, or replaces a default key with a sequence.
  ///
  /// A preset replaces keys on purpose: that needs no sentence.
  mutating func bind(_ line: KeySetting) -> String? {
    let shown = "“\(escapedForDisplay(line.keys.utf8, limit: 40))”"
    guard let triggers = Trigger.sequence(parsing: line.keys), let first = triggers.first else {
      return "there is no key \(shown)"
    }
    guard !Self.kept.contains(first) else { return "\(shown) always keeps its own command" }
    let usesWheel = triggers.contains { $0.source.isWheel }
    guard !usesWheel || triggers.count == 1 else {
      return "\(shown): the wheel can't be in a sequence"
    }
    var commands: [Command] = []
    for text in line.commands where !text.isEmpty {
      do throws(Command.SyntaxError) {
        commands.append(try Command(parsing: text))
      } catch {
        return "\(shown): \(error.sentence)"
      }
    }
    if usesWheel, let other = commands.first(where: { $0.opposite == nil }) {
      return "\(shown): “\(other.name.rawValue)” can't be bound to the wheel"
    }
    replaceWheel(first, Table(isPreset: line.isPreset, context: line.context))
    let replaced = replace(triggers, by: commands, shown)
    return line.isPreset ? nil : replaced
  }

  /// Lets the wheel in both directions replace its single ones of earlier tables, which would
  /// always come first.
  private mutating func replaceWheel(_ trigger: Trigger, _ table: Table) {
    switch trigger.source {
    case .wheelUp, .wheelDown: directionTables[trigger] = table
    case .wheel:
      for source in [.wheelUp, .wheelDown] as [Trigger.Source] {
        let direction = Trigger(source, trigger.modifiers)
        if directionTables[direction] != table {
          bindings.removeAll { $0.triggers == [direction] }
        }
      }
    case .key, .button: break
    }
  }

  private mutating func replace(
    _ triggers: [Trigger], by commands: [Command], _ shown: String
  ) -> String? {
    // A key either performs a command or begins a sequence; the newer binding wins.
    let hidden = bindings.filter {
      $0.triggers != triggers
        && ($0.triggers.starts(with: triggers) || triggers.starts(with: $0.triggers))
    }
    let old = bindings.first { $0.triggers == triggers }
    bindings.removeAll { $0.triggers == triggers }
    guard !commands.isEmpty else { return nil }
    bindings.removeAll(where: hidden.contains)
    // Menus show the user's keys.
    let wider = Self.wider(old, than: commands)
    bindings.insert(Binding(triggers: triggers, commands: commands, wider: wider), at: 0)
    guard let lost = hidden.first else { return nil }
    let what = lost.commands.map(\.name.rawValue).joined(separator: ", ")
    return "\(shown) replaces “\(lost.text)”, which did “\(what)”"
  }

  /// Returns the commands that a binding leaves to new ones of the same triggers.
  private static func wider(_ old: Binding?, than commands: [Command]) -> [[Command]] {
    guard let old else { return [] }
    return old.commands == commands ? old.wider : [old.commands] + old.wider
  }
}

extension KeyMap.Binding {
  fileprivate var usesWheel: Bool { triggers.contains { $0.source.isWheel } }

  fileprivate var usesButton: Bool {
    triggers.contains { if case .button = $0.source { true } else { false } }
  }

  /// The triggers as text.
  package var text: String { triggers.map(\.text).joined(separator: " ") }
}
