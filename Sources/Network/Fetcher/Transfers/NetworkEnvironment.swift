import Platform

/// Proxies, certificates and cache folder from environment variables.
struct NetworkEnvironment {
  /// A file of trusted certificates; `nil` means the system's.
  let certificateFile: String?
  /// A folder of trusted certificates.
  let certificateFolder: String?
  /// The user's cache folder; `nil` if there is none.
  let cacheFolder: String?
  private let proxies: [String: String]
  private let exemptions: ProxyExemptions

  /// Reads the variables through a function.
  init(_ variable: (String) -> String?) {
    certificateFile = variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE")
    certificateFolder = variable("SSL_CERT_DIR")
    cacheFolder = BaseFolder.cache.path { name in variable(name).map { Array($0.utf8) } }
      .map { String(decoding: $0, as: UTF8.self) }
    let all = variable("all_proxy") ?? variable("ALL_PROXY")
    proxies = [
      // Only the lower-case variable is read, as in curl: in a CGI program a client sets the
      // upper-case one by a header.
      "http": variable("http_proxy") ?? all,
      "https": variable("https_proxy") ?? variable("HTTPS_PROXY") ?? all,
    ].compactMapValues(\.self)
    exemptions = ProxyExemptions(variable("no_proxy") ?? variable("NO_PROXY") ?? "")
  }

  static var ofProcess: NetworkEnvironment {
    NetworkEnvironment { name in
      guard let value = environmentVariable(name), !value.isEmpty else { return nil }
      return String(decoding: value, as: UTF8.self)
    }
  }

  /// The proxy for a server; `nil` for a direct connection.
  ///
  /// It is chosen here instead of in libcurl, so that the guard knows for each connection if it
  /// leads to the proxy.
  func proxy(for address: WebAddress) -> String? {
    exemptions.contain(address) ? nil : proxies[address.scheme]
  }
}
