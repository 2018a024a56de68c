import ArgumentParser
import Viewer

/// What every command takes that may fetch something.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of header lines, such as tokens, below the servers that get them.",
      valueName: "file"))
  var headerFile: String?

  /// Changes what the preferences say by what the command line says.
  func apply(to settings: inout ViewSettings) {
    if let headerFile { settings.headerFile = RawArguments.ofProcess.bytes(of: headerFile) }
  }
}
