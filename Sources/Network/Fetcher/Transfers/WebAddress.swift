import CCurl

/// A web address, parsed by libcurl.
struct WebAddress: Hashable {
  /// `http` or `https`.
  let scheme: String
  /// The host's name in ASCII, or its IP address.
  let host: String
  /// The port, by default the scheme's.
  let port: Int
  /// The credentials in the address; `nil` if it has none.
  let credentials: Credentials?
  /// The address without credentials, as it is sent, cached and shown.
  let text: String

  /// `nil` if it is not a valid web address.
  init?(_ text: String) {
    guard let text = Self.withASCIIHost(text), let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: handle)?.lowercased(),
      scheme == "http" || scheme == "https",
      let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
      let port = Self.part(CURLUPART_PORT, of: handle, flags: Self.defaultPort)
        .flatMap({ Int($0) })
    else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
    let name = Self.part(CURLUPART_USER, of: handle, flags: Self.decoded)
    let password = Self.part(CURLUPART_PASSWORD, of: handle, flags: Self.decoded)
    if name == nil, password == nil {
      credentials = nil
      self.text = text
      return
    }
    credentials = Credentials(name: name ?? "", password: password ?? "")
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] {
      curl_url_set(handle, part, nil, 0)
    }
    guard let plain = Self.part(CURLUPART_URL, of: handle) else { return nil }
    self.text = plain
  }

  /// Returns an address with its host's name in ASCII, so that all rules see what libcurl contacts;
  /// `nil` if the name has no such form.
  static func withASCIIHost(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }),
      let handle = curl_url()
    else { return text }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
      let host = part(CURLUPART_HOST, of: handle), !HostName.isASCII(host)
    else { return text }
    guard let ascii = HostName.ascii(host),
      curl_url_set(handle, CURLUPART_HOST, ascii, 0) == CURLUE_OK
    else { return nil }
    return part(CURLUPART_URL, of: handle)
  }

  /// CURLU_DEFAULT_PORT.
  private static let defaultPort: UInt32 = 1 << 0
  /// CURLU_URLDECODE.
  private static let decoded: UInt32 = 1 << 6

  private static func part(
    _ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  /// Identifies the server: requests with the same value share its connections.
  var server: String { "\(scheme)://\(host):\(port)" }

  /// True if the host's name is this machine's.
  var isLoopback: Bool {
    NetworkAddress(host)?.isLoopback ?? (host == "localhost" || host == "localhost.")
  }

  /// True if the host's name alone shows that it is not on the public network.
  var isPrivateByName: Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if let number = NetworkAddress(name) { return !number.isPublic }
    // Only the local network completes a name without a dot.
    guard let dot = name.lastIndex(of: ".") else { return true }
    // Proxies may read `0x7f.1` as an address. libcurl converts it, unless one of its characters is
    // escaped or a dot follows it. No top-level domain begins with a digit.
    guard let first = name[dot...].dropFirst().first, !first.isWholeNumber else { return true }
    return Self.privateDomains.contains { name.hasSuffix($0) }
  }

  /// True if this host's name has no dot, and another address adds a domain to it, as `wiki.corp`
  /// does to `wiki`.
  func isCompleted(by other: WebAddress) -> Bool {
    !host.contains { $0 == "." } && other.host.hasPrefix("\(host).")
  }

  /// Domains that the public network does not have: those reserved for this machine and local
  /// networks (RFC 6761, 6762, 8375), and others that routers use.
  private static let privateDomains = [
    ".localhost", ".local", ".localdomain", ".home.arpa", ".internal", ".lan", ".home", ".intranet",
    ".corp", ".private",
  ]
}
