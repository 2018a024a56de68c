/// How a socket's bytes are divided into messages.
package enum PeerFraming: Hashable, Sendable {
  /// Each message follows its length, a little-endian 32-bit number, up to `longest` bytes.
  case lengths(longest: Int)
  /// Each message has this many bytes.
  case fixed(Int)
  /// The socket preserves packets, and each packet is a message.
  case packets
}
