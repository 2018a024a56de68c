import ArgumentParser
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

/// What every command takes that may fetch something.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of header lines, such as tokens, below the servers that get them.",
      valueName: "file"))
  var headerFile: String?

  /// Changes what the preferences say by what the command line says.
  func apply(to settings: inout ViewSettings) {
    if let headerFile { settings.headerFile = Fresnel.arguments.bytes(of: headerFile) }
  }
}
