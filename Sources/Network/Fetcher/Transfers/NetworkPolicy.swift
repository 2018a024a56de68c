import DecoderProtocol

/// Decides which hosts a request may reach and which secrets it may carry, by the origin of its
/// address.
///
/// Host names are compared as libcurl parses them, so that nothing is allowed under one reading and
/// fetched under another.
struct NetworkPolicy {
  /// Hosts that the user named: in a typed address, or by allowing them.
  private var namedHosts: Set<String> = []
  /// Hosts that the user allowed in advance, whatever names them.
  private var allowedHosts: Set<String> = []
  private var allowsEveryHost = false
  /// Names that the user allowed when asked: on the public network only.
  private var confirmedNames: Set<String> = []
  /// Private hosts that the user allowed when asked: nothing public may name them.
  private var confirmedHosts: Set<String> = []
  /// Addresses that the user allowed, which any name in a file may lead to.
  private var allowedAddresses: Set<NetworkAddress> = []
  /// Servers whose addresses the user typed, with the credentials in the latest address.
  private var typedServers: [String: Credentials?] = [:]
  private let netrc: Netrc
  private let environment: NetworkEnvironment

  /// The permissions of a request.
  struct Permission {
    /// The hosts that it may reach.
    var reach: AddressGuard.Reach
    /// True if the user's headers are sent.
    var carriesHeaders: Bool
    /// The credentials to send.
    var credentials: Credentials?
    /// True if something on the public network named the address.
    var isPublic = false
    /// The hosts that a private host may redirect to wherever they are; `nil` for every host.
    var knownHosts: Set<String>? = []
    /// The private addresses that the user has allowed, whatever name leads to them.
    var allowedAddresses: Set<NetworkAddress> = []
    /// True if a file on disk named the address, so that the user can be asked about its host.
    var isOfFile = false

    /// True if a private host may redirect to a host that is private, too.
    func knows(_ address: WebAddress) -> Bool { knownHosts?.contains(address.host) ?? true }
  }

  init(
    netrc: Netrc = Netrc(""), environment: NetworkEnvironment = NetworkEnvironment { _ in nil }
  ) {
    self.netrc = netrc
    self.environment = environment
  }

  /// Allows a host, or every host with `nil`.
  mutating func allow(_ host: String?) {
    guard let host else {
      allowsEveryHost = true
      return
    }
    allowedHosts.insert(allowAddress(in: host))
  }

  /// Allows the address that a host is, and returns the host as addresses contain it.
  private mutating func allowAddress(in host: String) -> String {
    let host = HostName.ascii(host) ?? host
    guard let address = NetworkAddress(host) else { return host.lowercased() }
    allowedAddresses.insert(address)
    return address.text
  }

  /// Allows a host that the user was asked about: a name that does not show that it is private
  /// must not lead to his router, and a router that he allowed for one file stays out of reach of
  /// public descriptions.
  mutating func confirm(_ host: String) {
    if WebAddress("http://\(host)/")?.isPrivateByName == true {
      confirmedHosts.insert(allowAddress(in: host))
    } else {
      confirmedNames.insert(host.lowercased())
    }
  }

  /// The permission for a request to an address; throws if it may not be made.
  mutating func permission(
    for address: WebAddress, namedBy origin: FetchOrigin
  ) throws(FetchFailure) -> Permission {
    var permission = try ownPermission(for: address, namedBy: origin)
    let confirmed = permission.isPublic ? [] : confirmedHosts
    permission.knownHosts =
      allowsEveryHost ? nil : namedHosts.union(allowedHosts).union(confirmed)
    permission.allowedAddresses = permission.isOfFile ? allowedAddresses : []
    return permission
  }

  /// The permission without what redirects may reach.
  private mutating func ownPermission(
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
      let reachesAll = isAllowed(address) || isNamed(address)
      guard reachesAll || confirmedNames.contains(address.host) else {
        throw .notAllowed(address.host)
      }
      return Permission(
        reach: reachesAll ? .anywhere : .publicNetwork, carriesHeaders: false, isOfFile: true)
    case .web(let place, let isPublic):
      let from = WebAddress(place)
      let isSameServer = from?.server == address.server
      return Permission(
        reach: reach(of: address, from: from, isPublic: isPublic), carriesHeaders: isSameServer,
        credentials: isSameServer ? typedCredentials(for: address) : nil, isPublic: isPublic)
    }
  }

  /// The hosts that a description may refer to.
  ///
  /// A private host is reachable only if the description came from that host, or the user named it.
  /// A public description can't reach private hosts, even by its own name, whose address may have
  /// changed meanwhile.
  private func reach(
    of address: WebAddress, from: WebAddress?, isPublic: Bool
  ) -> AddressGuard.Reach {
    if isAllowed(address) { return .anywhere }
    if isPublic { return .publicNetwork }
    return from?.host == address.host || isNamed(address) ? .anywhere : .publicNetwork
  }

  private func isAllowed(_ address: WebAddress) -> Bool {
    allowsEveryHost || allowedHosts.contains(address.host)
  }

  /// True if the user typed the host, or allowed it as a private one when asked.
  private func isNamed(_ address: WebAddress) -> Bool {
    namedHosts.contains(address.host) || confirmedHosts.contains(address.host)
  }

  /// The credentials for a server whose address the user typed: those in the address, or in
  /// `.netrc`.
  private func typedCredentials(for address: WebAddress) -> Credentials? {
    guard let typed = typedServers[address.server] else { return nil }
    return typed ?? netrcEntry(of: address)
  }

  /// The `.netrc` entry of a host; not for plain HTTP, which would reveal it to the whole network,
  /// or to a proxy, which then gets requests to this machine, too.
  private func netrcEntry(of address: WebAddress) -> Credentials? {
    let staysHere = address.isLoopback && environment.proxy(for: address) == nil
    return address.scheme == "https" || staysHere ? netrc[address.host] : nil
  }
}

/// A name and a password.
struct Credentials: Hashable {
  var name: String
  var password: String
}
