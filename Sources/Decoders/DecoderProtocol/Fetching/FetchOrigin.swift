/// Who named an address: it decides which hosts a request may reach, and which of the user's
/// credentials go along.
package enum FetchOrigin: Hashable, Sendable {
  /// The user typed it, or a program that embeds the view asked for it.
  case user
  /// Something at this address on the web named it; `isPublic` is true if that came from the public
  /// network.
  case web(String, isPublic: Bool)
  /// A file on the disk named it.
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
