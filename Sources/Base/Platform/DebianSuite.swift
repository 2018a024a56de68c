/// A release of Debian.
///
/// Library packages are named after their ABI, so the names differ between releases.
package enum DebianSuite: Sendable, CaseIterable {
  /// Debian 12.
  case bookworm
  /// Debian 13 or newer.
  case trixie

  /// The release that the program runs on; the newest one on other systems.
  package static let current = DebianSuite(release: release)

  /// Finds the release from the text of `/etc/os-release`.
  package init(release text: String) {
    let lines = text.split(separator: "\n")
    let isDebian = lines.contains { $0 == "ID=debian" || $0 == "ID=\"debian\"" }
    let isTwelve = lines.contains { $0 == "VERSION_ID=\"12\"" || $0 == "VERSION_ID=12" }
    self = isDebian && isTwelve ? .bookworm : .trixie
  }

  private static var release: String {
    FileDescriptor.start(of: Array("/etc/os-release".utf8), limit: 4096) ?? ""
  }

  /// The Debian 13 names of packages, by their Debian 12 names, where they differ.
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

  /// Returns this release's name of a package, given Debian 12's.
  package func name(of package: String) -> String {
    switch self {
    case .bookworm: package
    case .trixie: Self.trixieNames[package] ?? package
    }
  }
}
