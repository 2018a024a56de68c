/// What the portal's settings say about how all programs should look and move.
///
/// Unknown values and values of other types say nothing, as the portal's documentation asks.
package struct PortalSettings: Hashable, Sendable {
  /// The settings that are read.
  enum Key: Hashable, Sendable, CaseIterable {
    case colorScheme, contrast, reducedMotion
    case enablesAnimations, textScale, hasHighContrast
  }

  /// A value of the types that settings have.
  enum Value: Hashable, Sendable {
    case number(UInt32)
    case flag(Bool)
    case fraction(Double)
  }

  /// True if the user prefers light, false for dark, `nil` without a preference.
  package private(set) var isLight: Bool?
  /// The factor of text; `nil` if it is 1, as usual, or the desktop does not say.
  package private(set) var textScale: Double?
  /// The settings that ask for less motion or for more contrast.
  private var wishes: Set<Key> = []

  /// Creates the settings of a desktop that says nothing.
  package init() {}

  /// True if the user wants no animations.
  package var reducesMotion: Bool {
    !wishes.isDisjoint(with: [.reducedMotion, .enablesAnimations])
  }

  /// True if the user wants high contrast.
  package var hasHighContrast: Bool { !wishes.isDisjoint(with: [.contrast, .hasHighContrast]) }

  /// Sets a setting; `nil` is a value of another type, or none.
  mutating func set(_ key: Key, to value: Value?) {
    switch key {
    case .colorScheme:
      isLight = value == .number(2) ? true : value == .number(1) ? false : nil
    case .contrast, .reducedMotion: note(key, value == .number(1))
    case .enablesAnimations: note(key, value == .flag(false))
    case .hasHighContrast: note(key, value == .flag(true))
    case .textScale:
      // What GNOME's settings offer.
      if case .fraction(let scale)? = value, scale != 1, (0.5...3).contains(scale) {
        textScale = scale
      } else {
        textScale = nil
      }
    }
  }

  private mutating func note(_ key: Key, _ isWish: Bool) {
    if isWish { wishes.insert(key) } else { wishes.remove(key) }
  }
}

extension PortalSettings.Key {
  /// The namespaces of all settings: the portal's own, which is for all desktops, and GNOME's.
  static let namespaces = [
    "org.freedesktop.appearance", "org.gnome.desktop.interface",
    "org.gnome.desktop.a11y.interface",
  ]

  /// The setting's name, after its namespace.
  var place: (namespace: String, name: String) {
    switch self {
    case .colorScheme: (Self.namespaces[0], "color-scheme")
    case .contrast: (Self.namespaces[0], "contrast")
    case .reducedMotion: (Self.namespaces[0], "reduced-motion")
    case .enablesAnimations: (Self.namespaces[1], "enable-animations")
    case .textScale: (Self.namespaces[1], "text-scaling-factor")
    case .hasHighContrast: (Self.namespaces[2], "high-contrast")
    }
  }
}
