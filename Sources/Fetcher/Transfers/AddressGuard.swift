import FetchProtocol

/// Which machines one request may speak with, looked at again with each connection.
///
/// What lies on the public network may lead to anywhere on it, and never to this machine or its
/// neighbours: those may trust whoever asks from here.
struct AddressGuard {
  /// Where the request may lead from now on.
  private(set) var reach: FetchRequest.Reach
  /// Whether the machine that it spoke with last is on the public network.
  private(set) var isPublic = false
  /// Whether a connection was refused.
  private(set) var hasRefused = false
  /// The port of the proxy that the environment names, where it names one: its own address says
  /// nothing of where it leads.
  let proxyPort: Int?

  /// A guard of a request to an address.
  init(reach: FetchRequest.Reach, proxyPort: Int?) {
    self.reach = reach
    self.proxyPort = proxyPort
  }

  /// Whether a connection may be made.
  mutating func mayConnect(to address: NetworkAddress?, port: Int?) -> Bool {
    guard reach == .publicNetwork, !isProxy(port) else { return true }
    guard address?.isPublic == true else {
      hasRefused = true
      return false
    }
    return true
  }

  /// Whether something may be sent over a connection, perhaps one that was there before; where
  /// that is on the public network, what follows stays there.
  mutating func maySend(to address: NetworkAddress?, port: Int?, of name: WebAddress?) -> Bool {
    let isPublic = isProxy(port) ? name?.isPrivateByName != true : address?.isPublic == true
    guard reach == .anywhere || isPublic else {
      hasRefused = true
      return false
    }
    self.isPublic = isPublic
    if isPublic { reach = .publicNetwork }
    return true
  }

  private func isProxy(_ port: Int?) -> Bool { proxyPort != nil && port == proxyPort }
}
