import Platform

/// What the environment says of proxies, certificates and the cache.
struct NetworkEnvironment {
  /// Certificates that are trusted, in one file; the system's where nothing is said.
  let certificateFile: String?
  /// Certificates that are trusted, in a folder.
  let certificateFolder: String?
  /// The folder that the cache lies in; `nil` where there is none.
  let cacheFolder: String?
  private let proxies: [String: String]
  private let exemptions: ProxyExemptions

  /// What a function says of each variable.
  init(_ variable: (String) -> String?) {
    certificateFile = variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE")
    certificateFolder = variable("SSL_CERT_DIR")
    cacheFolder = BaseFolder.cache.path { name in variable(name).map { Array($0.utf8) } }
      .map { String(decoding: $0, as: UTF8.self) }
    let all = variable("all_proxy") ?? variable("ALL_PROXY")
    proxies = [
      // In capitals a server could be made to set it by a header; curl reads the small one alone.
      "http": variable("http_proxy") ?? all,
      "https": variable("https_proxy") ?? variable("HTTPS_PROXY") ?? all,
    ].compactMapValues(\.self)
    exemptions = ProxyExemptions(variable("no_proxy") ?? variable("NO_PROXY") ?? "")
  }

  /// That of the process.
  static var ofProcess: NetworkEnvironment {
    NetworkEnvironment { name in
      guard let value = environmentVariable(name), !value.isEmpty else { return nil }
      return String(decoding: value, as: UTF8.self)
    }
  }

  /// The proxy through which a server is asked; `nil` for a direct connection.
  ///
  /// It is decided here and not by libcurl, so that the guard knows of each connection whether it
  /// leads to the proxy.
  func proxy(for address: WebAddress) -> String? {
    exemptions.contain(address) ? nil : proxies[address.scheme]
  }
}
