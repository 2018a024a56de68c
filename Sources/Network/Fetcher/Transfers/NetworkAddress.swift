import Glibc

/// An IP address, version 4 or 6.
struct NetworkAddress: Hashable {
  /// 4 or 16 bytes.
  private let bytes: [UInt8]

  /// Parses an address such as `127.0.0.1` or `::1`, with or without brackets or a zone.
  init?(_ text: String) {
    let plain = text.filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, String(plain), &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, String(plain), &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  /// The address in a socket address; `nil` for other families.
  init?(_ socket: UnsafePointer<sockaddr>) {
    switch Int32(socket.pointee.sa_family) {
    case AF_INET:
      bytes = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      bytes = socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
      }
    default: return nil
    }
  }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  /// The address as web addresses contain it: version 6 in brackets.
  var text: String {
    var characters = [CChar](repeating: 0, count: 64)
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &characters, socklen_t(characters.count)) != nil else {
      return ""
    }
    let text = String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bytes.count == 4 ? text : "[\(text)]"
  }

  /// True for a host on the public network; false for this machine, neighbours and multicast
  /// groups.
  var isPublic: Bool { bytes.count == 4 ? isPublicFour : isPublicSix }

  /// True for this machine: 127.0.0.0/8 or `::1`.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// True if the first `bits` bits equal those of another address.
  func isIn(_ network: NetworkAddress, bits: Int) -> Bool {
    guard bytes.count == network.bytes.count, (0...bytes.count * 8).contains(bits) else {
      return false
    }
    return (0..<bits).allSatisfy { bit in
      (bytes[bit / 8] ^ network.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }

  /// Private networks by their first bytes and bits (RFC 6890).
  private var isPublicFour: Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): false
    case (100, 64...127), (172, 16...31), (198, 18...19): false
    case (192, 0): bytes[2] != 0 && bytes[2] != 2
    case (198, 51): bytes[2] != 100
    case (203, 0): bytes[2] != 113
    default: true
    }
  }

  private var isPublicSix: Bool {
    if let inner = embeddedFour { return inner.isPublic }
    // The allocated range (2000::/3), except documentation (2001:db8::/32).
    return bytes[0] & 0xE0 == 0x20 && !bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
  }

  /// The IPv4 address that an IPv6 address maps to.
  private var embeddedFour: NetworkAddress? {
    let zeros = [UInt8](repeating: 0, count: 10)
    if bytes.starts(with: zeros + [0xFF, 0xFF]) { return NetworkAddress(bytes: bytes[12...]) }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B] + zeros.prefix(8)) {
      return NetworkAddress(bytes: bytes[12...])
    }
    if bytes.starts(with: [0x20, 0x02]) { return NetworkAddress(bytes: bytes[2..<6]) }
    return nil
  }
}
