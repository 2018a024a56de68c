import Platform

/// Paths as the preferences name them.
enum HomePath {
  /// The path of a setting; what begins with `~/` lies in the home folder.
  static func path(ofSetting text: String) -> [UInt8] {
    guard text.hasPrefix("~/") else { return Array(text.utf8) }
    let home = environmentVariables(named: ["HOME"]).first?.dropFirst("HOME=".utf8.count) ?? []
    return home + Array(text.dropFirst().utf8)
  }
}
