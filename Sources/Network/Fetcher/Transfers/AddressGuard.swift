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
  /// True once a connection was refused.
  private(set) var hasRefused = false
  /// True if the request uses a proxy, whose own address does not matter.
  var usesProxy: Bool

  /// A guard for a request.
  init(reach: Reach, usesProxy: Bool) {
    self.reach = reach
    self.usesProxy = usesProxy
  }

  /// Decides if a connection to a host may be opened.
  mutating func mayConnect(to address: NetworkAddress?) -> Bool {
    guard reach == .publicNetwork, !usesProxy else { return true }
    guard address?.isPublic == true else {
      hasRefused = true
      return false
    }
    return true
  }

  /// Decides if a request may be sent over a connection, which may be a reused one; once it is on
  /// the public network, redirects stay there.
  mutating func maySend(to address: NetworkAddress?, of name: WebAddress) -> Bool {
    let isPublic = usesProxy ? !name.isPrivateByName : address?.isPublic == true
    guard reach == .anywhere || isPublic else {
      hasRefused = true
      return false
    }
    self.isPublic = isPublic
    if isPublic { reach = .publicNetwork }
    return true
  }
}
