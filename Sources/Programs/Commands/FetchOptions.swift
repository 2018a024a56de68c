import ArgumentParser
import Viewer

/// What every command takes that may fetch something.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of header lines, such as tokens, below the servers that get them.",
      valueName: "file"))
  var headerFile: String?

  @Option(
    help: ArgumentHelp(
      "Fetch what files on the disk name from this host; --allow-network alone, from any host.",
      valueName: "host"))
  var allowNetwork: [String] = []

  /// Changes what the preferences say by what the command line says.
  func apply(to settings: inout ViewSettings) {
    if let headerFile { settings.headerFile = RawArguments.ofProcess.bytes(of: headerFile) }
    settings.allowsEveryHost = allowNetwork.contains(Self.everyHost)
    settings.allowedHosts = allowNetwork.filter { $0 != Self.everyHost }
  }

  /// What the parser gets in place of `--allow-network` without a host: it would take the file's
  /// name for one.
  private static let everyHost = "*"

  /// The words of a command line as the parser can read them.
  static func readable(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].map { $0 == "--allow-network" ? "\($0)=\(everyHost)" : $0 }
      + words[end...]
  }
}
