import ArgumentParser
import Viewer

/// The options of every command that may download something.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of header lines to send to servers, such as tokens, each below its server.",
      valueName: "file"), completion: .file())
  var headerFile: String?

  @Option(
    help: ArgumentHelp(
      "Fetch what files on the disk name from this host; without a host, from any.",
      valueName: "host"))
  var allowNetwork: [String] = []

  /// Overrides the preferences with the command line's options.
  func apply(to settings: inout ViewSettings) {
    if let headerFile { settings.headerFile = RawArguments.ofProcess.bytes(of: headerFile) }
    settings.allowsEveryHost = allowNetwork.contains(Self.everyHost)
    settings.allowedHosts = allowNetwork.filter { $0 != Self.everyHost }
  }

  /// Stands for `--allow-network` without a host; otherwise the parser would take the file's name
  /// for its host.
  private static let everyHost = "*"

  /// Rewrites the arguments so that the parser can read them.
  static func readable(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].map { $0 == "--allow-network" ? "\($0)=\(everyHost)" : $0 }
      + words[end...]
  }
}
