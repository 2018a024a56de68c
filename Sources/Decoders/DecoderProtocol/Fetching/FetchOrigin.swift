/// The origin of an address, which decides which hosts a request may reach, and which of the user's
/// credentials are sent.
package enum FetchOrigin: Hashable, Sendable {
  /// The user typed it, or a program that embeds the view requested it.
  case user
  /// A document at this web address named it; `isPublic` is true if that came from the public
  /// network.
  case web(String, isPublic: Bool)
  /// A local file named the address.
  case file
}

extension WireWriter {
  mutating func put(_ origin: FetchOrigin) {
    switch origin {
    case .user: put(UInt8(0))
    case .web(let address, let isPublic):
      put(UInt8(1))
      put(address.utf8(atMost: FetchWire.longestAddress))
      put(isPublic)
    case .file: put(UInt8(2))
    }
  }
}

extension WireReader {
  mutating func takeOrigin() throws(WireError) -> FetchOrigin {
    switch try take(UInt8.self) {
    case 0: .user
    case 1: .web(try takeAddress(), isPublic: try takeFlag())
    case 2: .file
    default: throw .badValue("origin")
    }
  }
}
