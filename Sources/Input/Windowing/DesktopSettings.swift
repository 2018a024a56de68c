import Platform

/// What the desktop's settings say about how all programs should look and move.
package struct DesktopSettings: Hashable, Sendable {
  /// False if the user wants no animations.
  package var isAnimated = true
  /// True if the user wants high contrast.
  package var hasHighContrast = false
  /// True if panels should be light; only themes of high contrast say so.
  package var isLight = false
  /// The resolution for text in dots per inch; `nil` if the desktop does not say.
  package var dpi: Double?

  /// Creates the settings of a desktop that says nothing.
  package init() {}
}

extension DesktopSettings {
  /// The names of the settings that are read.
  static let names: Set<String> = [
    "Gtk/EnableAnimations", "Net/ThemeName", "Xft/DPI", "Gdk/WindowScalingFactor",
  ]

  /// Reads the settings from those of an XSETTINGS manager.
  init(_ values: [String: XSettings.Value]) {
    if case .integer(0)? = values["Gtk/EnableAnimations"] { isAnimated = false }
    if case .text(let name)? = values["Net/ThemeName"] {
      let theme = String(decoding: name, as: UTF8.self).lowercased().filter(\.isLetter)
      // GNOME's HighContrast and HighContrastInverse, and MATE's ContrastHigh.
      hasHighContrast = ["highcontrast", "contrasthigh"].contains { theme.containsBytes(of: $0) }
      let isDark = ["inverse", "dark"].contains { theme.containsBytes(of: $0) }
      isLight = hasHighContrast && !isDark
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
