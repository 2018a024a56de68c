import Platform

/// Paths in the preferences.
enum HomePath {
  /// Returns the path of a setting; a leading `~/` stands for the home folder.
  static func path(ofSetting text: String) -> [UInt8] {
    guard text.hasPrefix("~/") else { return Array(text.utf8) }
    return (BaseFolder.home() ?? []) + Array(text.dropFirst().utf8)
  }
}
