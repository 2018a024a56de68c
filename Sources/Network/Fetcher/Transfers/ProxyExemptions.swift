/// The hosts in `no_proxy`, which are contacted directly.
///
/// Names include all subdomains, addresses may be networks (`10.0.0.0/8`), and `*` means every
/// host, as in curl.
struct ProxyExemptions {
  private let words: [String]

  /// Parses a list separated by commas or spaces.
  init(_ list: String) {
    words = list.lowercased().split { $0 == "," || $0.isWhitespace }
      .map { HostName.ascii(String($0)) ?? String($0) }
  }

  /// True if a server is contacted directly.
  func contain(_ address: WebAddress) -> Bool {
    if words.contains("*") { return true }
    let host = address.host.hasSuffix(".") ? String(address.host.dropLast()) : address.host
    if let number = NetworkAddress(host) {
      return words.contains { Self.isNetwork($0, of: number) }
    }
    return words.contains { word in
      var name = word.drop { $0 == "." }
      if name.hasSuffix(".") { name = name.dropLast() }
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }

  private static func isNetwork(_ word: String, of number: NetworkAddress) -> Bool {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard let network = NetworkAddress(String(parts[0])) else { return false }
    guard parts.count == 2 else { return parts.count == 1 && network == number }
    guard let bits = Int(parts[1]) else { return false }
    return number.isIn(network, bits: bits)
  }
}
