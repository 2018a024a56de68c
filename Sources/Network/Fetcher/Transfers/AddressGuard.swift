/// Which machines one request may reach, checked again for every connection.
///
/// What lies on the public network may lead to anywhere on it, and never to this machine or its
/// neighbours: those may trust whoever asks from here.
struct AddressGuard {
  /// Which machines an address may lead to.
  enum Reach: Hashable {
    /// Any.
    case anywhere
    /// Those of the public network.
    case publicNetwork
  }

  /// Where the request may lead from now on.
  private(set) var reach: Reach
  /// True if the machine that it spoke with last is on the public network.
  private(set) var isPublic = false
  /// True once a connection was refused.
  private(set) var hasRefused = false
  /// True if the request goes through a proxy, whose own address says nothing of where it leads.
  var usesProxy: Bool

  /// A guard of a request.
  init(reach: Reach, usesProxy: Bool) {
    self.reach = reach
    self.usesProxy = usesProxy
  }

  /// Decides whether a connection to a machine may be made.
  mutating func mayConnect(to address: NetworkAddress?) -> Bool {
    guard reach == .publicNetwork, !usesProxy else { return true }
    guard address?.isPublic == true else {
      hasRefused = true
      return false
    }
    return true
  }

  /// Decides whether something may be sent over a connection, perhaps one that was there before;
  /// once that is on the public network, what follows stays there.
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
