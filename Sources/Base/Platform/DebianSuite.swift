/// A release of Debian.
///
/// Packages of libraries are named after the libraries' binary interfaces, so the names differ
/// between releases.
package enum DebianSuite: Sendable, CaseIterable {
  /// Debian 12.
  case bookworm
  /// Debian 13, and what is newer.
  case trixie

  /// The release that the program runs on; the newest one elsewhere.
  package static let current = DebianSuite(release: release)

  /// The release that the text of `/etc/os-release` names.
  package init(release text: String) {
    let lines = text.split(separator: "\n")
    let isDebian = lines.contains { $0 == "ID=debian" || $0 == "ID=\"debian\"" }
    let isTwelve = lines.contains { $0 == "VERSION_ID=\"12\"" || $0 == "VERSION_ID=12" }
    self = isDebian && isTwelve ? .bookworm : .trixie
  }

  private static var release: String {
    FileDescriptor.start(of: Array("/etc/os-release".utf8), limit: 4096) ?? ""
  }

  /// What Debian 13 calls a package of Debian 12, where the name differs.
  private static let trixieNames = [
    "libavif15": "libavif16",
    "libcfitsio10": "libcfitsio10t64",
    "libcurl4": "libcurl4t64",
    "libjxl0.7": "libjxl0.11",
    "libpng16-16": "libpng16-16t64",
    "libpoppler-glib8": "libpoppler-glib8t64",
    "libraw20": "libraw23t64",
    "libzip4": "libzip5",
  ]

  /// This release's name of a package, from Debian 12's.
  package func name(of package: String) -> String {
    switch self {
    case .bookworm: package
    case .trixie: Self.trixieNames[package] ?? package
    }
  }
}
