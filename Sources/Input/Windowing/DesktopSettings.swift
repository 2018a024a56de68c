import Platform

/// What the desktop's settings say about how all programs should look and move.
package struct DesktopSettings: Hashable, Sendable {
  /// False if the user wants no animations.
  package var isAnimated = true
  /// True if the user wants high contrast.
  package var hasHighContrast = false
  /// True if panels should be light.
  package var isLight = false
  /// The resolution for text in dots per inch; `nil` if the desktop does not say.
  package var dpi: Double?
  /// The factor of text for which there is no `dpi`.
  package var textScale = 1.0

  /// Creates the settings of a desktop that says nothing.
  package init() {}

  /// Merges what the portal says with the settings of the XSETTINGS manager.
  ///
  /// For each setting, the portal's counts if it has one. Only the resolution is the manager's: it
  /// includes the factor of text, and the factor of the monitor, which the portal does not know.
  package init(portal: Source, xsettings: Source) {
    isAnimated = portal.isAnimated ?? xsettings.isAnimated ?? true
    hasHighContrast = portal.hasHighContrast ?? xsettings.hasHighContrast ?? false
    isLight = portal.isLight ?? xsettings.isLight ?? false
    dpi = xsettings.dpi
    textScale = portal.textScale ?? 1
  }
}

extension DesktopSettings {
  /// What one source says; `nil` is nothing, or that the user has no preference.
  package struct Source: Hashable, Sendable {
    /// False if the user wants no animations.
    package var isAnimated: Bool?
    /// True if the user wants high contrast.
    package var hasHighContrast: Bool?
    /// True if the user prefers light, false for dark.
    package var isLight: Bool?
    /// The resolution for text in dots per inch.
    package var dpi: Double?
    /// The factor of text; 1 is usual.
    package var textScale: Double?

    /// Creates a source that says nothing.
    package init() {}
  }
}

extension DesktopSettings.Source {
  /// The names of the settings that are read from an XSETTINGS manager.
  static let names: Set<String> = [
    "Gtk/EnableAnimations", "Net/ThemeName", "Xft/DPI", "Gdk/WindowScalingFactor",
  ]

  /// Reads the settings of an XSETTINGS manager.
  init(_ values: [String: XSettings.Value]) {
    if case .integer(let isOn)? = values["Gtk/EnableAnimations"] { isAnimated = isOn != 0 }
    if case .text(let name)? = values["Net/ThemeName"] {
      let theme = String(decoding: name, as: UTF8.self).lowercased().filter(\.isLetter)
      // GNOME's HighContrast and HighContrastInverse, and MATE's ContrastHigh.
      let isHigh = ["highcontrast", "contrasthigh"].contains { theme.containsBytes(of: $0) }
      hasHighContrast = isHigh
      let isDark = ["inverse", "dark"].contains { theme.containsBytes(of: $0) }
      // Other themes are light by default, and don't say that the user prefers it.
      if isHigh { isLight = !isDark }
    }
    // In 1024ths; it includes the scaling factor.
    if case .integer(let number)? = values["Xft/DPI"] {
      let dpi = Double(number) / 1024
      if (24...1000).contains(dpi) { self.dpi = dpi }
    } else if case .integer(let factor)? = values["Gdk/WindowScalingFactor"],
      (1...8).contains(factor)
    {
      dpi = 96 * Double(factor)
    }
  }
}
