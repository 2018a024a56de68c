import DecoderProtocol
import Platform

/// Knows where the program that fetches is installed, and how it is started.
package struct FetcherLocator: Sendable {
  /// The folders to look into, in order, without a slash at the end.
  package var folders: [[UInt8]]
  /// The environment that it gets, `NAME=value` each.
  package var environment: [[UInt8]]
  /// How long it may take to lock itself down and to say so, in seconds.
  package var greetingPatience = 10.0

  /// Looks into given folders only.
  package init(folders: [[UInt8]], environment: [[UInt8]] = Self.inherited) {
    self.folders = folders
    self.environment = environment
  }

  /// Looks where this installation's programs are, as for decoders.
  package static var installed: FetcherLocator { FetcherLocator(folders: installedFolders()) }

  /// The paths at which it may be, the likeliest first.
  var candidates: [[UInt8]] {
    folders.map { $0 + [UInt8(ascii: "/")] + Array(FetchWire.program.utf8) }
  }

  /// What it is told of this process's environment: home and cache, proxies, certificates, and how
  /// names are resolved.
  package static var inherited: [[UInt8]] { environmentVariables(named: names) }

  private static let names = [
    "HOME", "XDG_CACHE_HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
    "ALL_PROXY", "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "LOCALDOMAIN", "RES_OPTIONS", "HOSTALIASES",
  ]
}
