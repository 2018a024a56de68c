/// Decides which hosts a request may contact; checked again for every connection.
///
/// Content from the public network may refer only to the public network, never to this machine or
/// its neighbours, which may trust local clients.
struct AddressGuard {
  /// The hosts that an address may lead to.
  enum Reach: Hashable {
    /// Any host.
    case anywhere
    /// Hosts on the public network.
    case publicNetwork
  }

  /// The hosts that the request may reach from now on.
  private(set) var reach: Reach
  /// True if the last contacted host is on the public network.
  private(set) var isPublic = false
  /// True if a connection was refused since the last request was sent.
  private(set) var hasRefused = false
  /// The first address that was refused, if no proxy was used.
  private(set) var refused: NetworkAddress?
  /// The private host that was contacted last; `nil` if there is none, or a proxy contacted it.
  private var contacted: NetworkAddress?
  /// Private hosts that the request may reach nevertheless.
  private var exceptions: Set<NetworkAddress>
  /// True if the request uses a proxy, whose own address does not matter.
  var usesProxy: Bool

  /// A guard for a request, with the private hosts that are no reason to refuse.
  init(reach: Reach, usesProxy: Bool, exceptions: Set<NetworkAddress> = []) {
    self.exceptions = exceptions
    self.reach = reach
    self.usesProxy = usesProxy
  }

  /// Keeps the request on the public network, and on the private host that it has contacted, which
  /// may have other names.
  mutating func narrow() {
    reach = .publicNetwork
    guard let contacted else { return }
    exceptions.insert(contacted)
    // A server may listen at one of them and redirect to the other: `localhost` means both.
    if contacted.isLoopback { exceptions.formUnion(Self.localhost) }
  }

  /// The addresses of `localhost`.
  private static let localhost = ["127.0.0.1", "::1"].compactMap { NetworkAddress($0) }

  /// Decides if a connection to a host may be opened.
  mutating func mayConnect(to address: NetworkAddress?) -> Bool {
    guard reach == .publicNetwork, !usesProxy else { return true }
    guard let address, address.isPublic || exceptions.contains(address) else {
      return refuse(address)
    }
    return true
  }

  /// Decides if a request may be sent over a connection, which may be a reused one; once it is on
  /// the public network, redirects stay there.
  mutating func maySend(to address: NetworkAddress?, of name: WebAddress) -> Bool {
    let isPublic = usesProxy ? !name.isPrivateByName : address?.isPublic == true
    let direct = usesProxy ? nil : address
    let isException = direct.map { exceptions.contains($0) } == true
    guard reach == .anywhere || isPublic || isException else {
      return refuse(direct)
    }
    self.isPublic = isPublic
    // Another address of the same host may have been refused before.
    hasRefused = false
    contacted = isPublic ? nil : direct
    if isPublic { (reach, exceptions) = (.publicNetwork, []) }
    return true
  }

  private mutating func refuse(_ address: NetworkAddress?) -> Bool {
    hasRefused = true
    if refused == nil { refused = address }
    return false
  }
}
