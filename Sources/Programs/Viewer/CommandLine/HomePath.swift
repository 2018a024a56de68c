import Platform

/// Paths as the preferences name them.
enum HomePath {
  /// The path of a setting; what begins with `~/` lies in the home folder.
  static func path(ofSetting text: String) -> [UInt8] {
    guard text.hasPrefix("~/") else { return Array(text.utf8) }
    return (BaseFolder.home() ?? []) + Array(text.dropFirst().utf8)
  }
}
