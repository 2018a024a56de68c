import Preferences

/// The commands of keys, and those that replace them in contexts.
package struct ContextKeys: Sendable {
  /// The keys outside all contexts.
  package private(set) var base: KeyMap
  /// The lines for contexts, in their order.
  private var lines: [KeySetting] = []
  /// The keys in each context that has lines, if it is the only one.
  private var maps: [KeyContext: KeyMap] = [:]

  /// Creates keys that are the same in all contexts.
  package init(_ base: KeyMap) { self.base = base }

  /// Binds keys as a line of the settings says; returns a sentence without a full stop if the line
  /// is invalid, or replaces a key with a sequence.
  ///
  /// Lines without a context come first.
  mutating func bind(_ line: KeySetting) -> String? {
    guard let context = line.context else { return base.bind(line) }
    lines.append(line)
    return maps[context, default: base].bind(line)
  }

  /// Returns the keys while the window is in some contexts.
  func map(in contexts: Set<KeyContext>) -> KeyMap {
    let active = KeyContext.allCases.filter { contexts.contains($0) && maps[$0] != nil }
    guard active.count > 1 else { return active.first.flatMap { maps[$0] } ?? base }
    var map = base
    for context in active {
      for line in lines where line.context == context { _ = map.bind(line) }
    }
    return map
  }
}

/// The keys in the window's current contexts.
struct ActiveKeys: Sendable {
  private let keys: ContextKeys
  private var contexts: Set<KeyContext> = []
  private var map: KeyMap

  init(_ keys: ContextKeys) {
    self.keys = keys
    map = keys.base
  }

  /// Returns the keys while the window is in some contexts.
  mutating func map(in contexts: Set<KeyContext>) -> KeyMap {
    if contexts != self.contexts {
      self.contexts = contexts
      map = keys.map(in: contexts)
    }
    return map
  }
}
