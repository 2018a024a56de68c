import DecoderProtocol

/// Decides which hosts a request may reach and which secrets it may carry, by who named its
/// address.
///
/// Host names are compared as libcurl reads them, so that nothing is allowed under one reading and
/// fetched under another.
struct NetworkPolicy {
  /// Hosts that the user named: in an address of his own, or by allowing them.
  private var namedHosts: Set<String> = []
  /// Hosts that the user allowed for what files on the disk name.
  private var allowedHosts: Set<String> = []
  private var allowsEveryHost = false
  /// Servers whose addresses the user typed, with the name and password in the last such address.
  private var typedServers: [String: Credentials?] = [:]
  private let netrc: Netrc

  /// What a request may do.
  struct Permission {
    /// Which hosts it may reach.
    var reach: AddressGuard.Reach
    /// True if the header lines of the user's file go along.
    var carriesHeaders: Bool
    /// The name and password that go along.
    var credentials: Credentials?
  }

  init(netrc: Netrc = Netrc("")) { self.netrc = netrc }

  /// The user allows a host, or every host with `nil`.
  mutating func allow(_ host: String?) {
    guard let host else {
      allowsEveryHost = true
      return
    }
    allowedHosts.insert(host.lowercased())
  }

  /// What a request to an address may do; throws where it may not be made at all.
  mutating func permission(
    for address: WebAddress, namedBy origin: FetchOrigin
  ) throws(FetchFailure) -> Permission {
    switch origin {
    case .user:
      namedHosts.insert(address.host)
      if address.credentials != nil || typedServers[address.server] == nil {
        typedServers[address.server] = .some(address.credentials)
      }
      return Permission(
        reach: .anywhere, carriesHeaders: true,
        credentials: address.credentials ?? netrcEntry(of: address))
    case .file:
      guard isAllowed(address) || namedHosts.contains(address.host) else {
        throw .notAllowed(address.host)
      }
      return Permission(reach: .anywhere, carriesHeaders: false, credentials: nil)
    case .web(let place, let isPublic):
      let from = WebAddress(place)
      let isSameServer = from?.server == address.server
      return Permission(
        reach: reach(of: address, from: from, isPublic: isPublic), carriesHeaders: isSameServer,
        credentials: isSameServer ? typedCredentials(for: address) : nil)
    }
  }

  /// Where what a description names may lie.
  ///
  /// A private host follows only if the description came from the same host, or the user named it.
  /// What is public leads to nothing private even under its own name, which may have been
  /// given another number meanwhile.
  private func reach(
    of address: WebAddress, from: WebAddress?, isPublic: Bool
  ) -> AddressGuard.Reach {
    if isAllowed(address) { return .anywhere }
    if isPublic { return .publicNetwork }
    let isKnown = from?.host == address.host || namedHosts.contains(address.host)
    return isKnown ? .anywhere : .publicNetwork
  }

  private func isAllowed(_ address: WebAddress) -> Bool {
    allowsEveryHost || allowedHosts.contains(address.host)
  }

  /// The name and password of a server whose address the user typed: those in the address, or in
  /// `.netrc`.
  private func typedCredentials(for address: WebAddress) -> Credentials? {
    guard let typed = typedServers[address.server] else { return nil }
    return typed ?? netrcEntry(of: address)
  }

  /// What `.netrc` has for a host, which plain HTTP would tell the whole network.
  private func netrcEntry(of address: WebAddress) -> Credentials? {
    address.scheme == "https" || address.isLoopback ? netrc[address.host] : nil
  }
}

/// A name and a password.
struct Credentials: Hashable {
  var name: String
  var password: String
}
