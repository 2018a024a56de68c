import Glibc

/// What the environment says of proxies, certificates and files of one's own.
struct NetworkEnvironment {
  /// The file of names and passwords; `nil` where there is no home.
  let netrc: String?
  /// Certificates that are trusted, in one file; the system's where nothing is said.
  let certificateFile: String?
  /// Certificates that are trusted, in a folder.
  let certificateFolder: String?
  /// The folder that the cache lies in; `nil` where there is none.
  let cacheFolder: String?
  private let proxies: [String: String]

  /// What a function says of each variable.
  init(_ variable: (String) -> String?) {
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    netrc = home.map { $0 + "/.netrc" }
    certificateFile = variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE")
    certificateFolder = variable("SSL_CERT_DIR")
    // As the base directory specification says, a path that is not absolute counts for nothing.
    let given = variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    cacheFolder = given ?? home.map { $0 + "/.cache" }
    let all = variable("all_proxy") ?? variable("ALL_PROXY")
    proxies = [
      // In capitals a server could be made to set it by a header; curl reads the small one alone.
      "http": variable("http_proxy") ?? all,
      "https": variable("https_proxy") ?? variable("HTTPS_PROXY") ?? all,
    ].compactMapValues(\.self)
  }

  /// That of the process.
  static var ofProcess: NetworkEnvironment {
    NetworkEnvironment { name in
      guard let value = getenv(name) else { return nil }
      let text = String(cString: value)
      return text.isEmpty ? nil : text
    }
  }

  /// The port of the proxy for a scheme, where one is named; curl's own is 1080.
  func proxyPort(for scheme: String) -> Int? {
    guard let proxy = proxies[scheme] else { return nil }
    let rest = proxy.rest(afterBytesOf: "://") ?? proxy[...]
    let place = rest.prefix { $0 != "/" }
    guard let colon = place.lastIndex(of: ":"),
      let port = Int(place[place.index(after: colon)...])
    else { return proxy.hasPrefix("https://") ? 443 : 1080 }
    return port
  }
}
