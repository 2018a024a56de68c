import DecoderProtocol
import Platform

/// Locates the installed fetcher, and defines its environment.
package struct FetcherLocator: Sendable {
  /// The folders to search, in order, without a trailing slash.
  package var folders: [[UInt8]]
  /// The fetcher's environment, as `NAME=value`.
  package var environment: [[UInt8]]
  /// The time limit in seconds for entering its sandbox and greeting.
  package var greetingTimeLimit = 10.0

  /// Searches only the given folders.
  package init(folders: [[UInt8]], environment: [[UInt8]] = Self.inherited) {
    self.folders = folders
    self.environment = environment
  }

  /// Searches the folders of this installation, as for decoders.
  package static var installed: FetcherLocator { FetcherLocator(folders: installedFolders()) }

  /// The fetcher's possible paths, likeliest first.
  var candidates: [[UInt8]] {
    folders.map { $0 + [UInt8(ascii: "/")] + Array(FetchWire.program.utf8) }
  }

  /// The environment that it inherits: home and cache, proxies, certificates, and name resolution.
  package static var inherited: [[UInt8]] { environmentVariables(named: names) }

  private static let names = [
    "HOME", "XDG_CACHE_HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
    "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "LOCALDOMAIN", "RES_OPTIONS", "HOSTALIASES",
  ]
}
