import Platform

/// Where the file of header lines is.
enum HeaderFilePath {
  /// The path that the preferences name; what begins with `~/` lies in the home folder.
  static func path(ofSetting text: String) -> [UInt8] {
    guard text.hasPrefix("~/") else { return Array(text.utf8) }
    let home = environmentVariables(named: ["HOME"]).first?.dropFirst("HOME=".utf8.count) ?? []
    return home + Array(text.dropFirst().utf8)
  }
}
