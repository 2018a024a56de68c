import Platform

/// The constants of the decoder protocol, as in Documentation/DecoderProtocol.md.
package enum WireFormat {
  /// The version that both sides must speak.
  package static let version: UInt32 = 12
  /// The most bytes of a message, without its length prefix.
  package static let longestMessage = 65_536
  /// The most bytes of a display profile in the arena.
  package static let longestProfile = 4 << 20
  /// The most bytes of a name: of a library, its version, a format or a page.
  package static let longestName = 255
  /// The most page names.
  package static let mostPageNames = 1024
  /// The most bytes of all page names in their message, length bytes included.
  package static let longestPageNames = 49_152
  /// The most pixels of a ladder's smallest rung.
  package static let mostFirstPixels = 1 << 24
  /// The largest factor between two rungs of a ladder.
  package static let longestStep = 16.0
  /// The most rungs of a ladder.
  package static let mostRungs = 128
  /// The most bytes of one metadata message.
  package static let longestMetadata = 60_000
  /// The most metadata messages of one process.
  package static let mostMetadata = 64
  /// The shortest duration of a frame, in microseconds: shorter ones in a file become 0.1 s, as in
  /// browsers.
  package static let shortestFrame = 10_001
  /// The longest duration of a frame, in microseconds: a day.
  package static let longestFrame = 86_400_000_000
  /// The limit on all numbers except sizes and scales.
  package static let largestNumber = 1048576.0
  /// The control socket in the decoder.
  package static let controlDescriptor: Int32 = 3
  /// The picture's file in the decoder.
  package static let pictureDescriptor: Int32 = 4
  /// The arena in the decoder; empty until `open` is sent.
  package static let arenaDescriptor: Int32 = 5
  /// The scratch file in the decoder, if there is one; its size is the limit.
  package static let scratchDescriptor: Int32 = 6
  /// The folder of the picture's other files in the decoder, if there are any: the decoder opens
  /// what it needs from it before the lock-down.
  package static let folderDescriptor: Int32 = 7
  /// The exit status of a decoder that is drawing cancelled tiles, with a library that can't be
  /// interrupted: C's EX_TEMPFAIL.
  package static let abandonedStatus: Int32 = 75
}

/// A message that violates the protocol.
package enum WireError: Error, Hashable, Sendable {
  /// The length is zero or above `WireFormat.longestMessage`.
  case badLength(Int)
  /// The first byte is no known type.
  case unknownType(UInt8)
  /// The message is too short or too long for its fields.
  case badSize
  /// A field has an invalid value.
  case badValue(StaticString)

  /// Two errors are equal if their descriptions are.
  package static func == (left: WireError, right: WireError) -> Bool {
    "\(left)" == "\(right)"
  }

  /// Hashes the description.
  package func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}

/// Encodes one message: little-endian numbers after a 32-bit length.
package struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// A message without fields.
  package init() {}

  /// Appends a number in little-endian order.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a number as 32 bits; one that does not fit becomes the largest, which the receiver
  /// rejects.
  package mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  /// Appends a number as 64 bits; a negative one becomes the largest, which the receiver rejects.
  package mutating func put64(_ number: Int) { put(UInt64(exactly: number) ?? .max) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ number: Float) { put(number.bitPattern) }

  /// Appends a name after a length byte; too long a name is cut between two characters.
  package mutating func put(name: String) {
    let text = name.utf8(atMost: WireFormat.longestName)
    put(UInt8(text.count))
    bytes.append(contentsOf: text)
  }

  /// Appends a flag as one byte.
  package mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  /// Appends bytes after their count.
  package mutating func put(_ blob: [UInt8]) {
    put32(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Appends numbers without a count; they reach to the message's end.
  mutating func put(_ numbers: [UInt16]) {
    numbers.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// The complete message with its length prefix.
  package func finished() -> [UInt8] {
    var message = bytes
    let length = UInt32(bytes.count - 4).littleEndian
    withUnsafeBytes(of: length) { for (index, byte) in $0.enumerated() { message[index] = byte } }
    return message
  }
}

extension String {
  /// The UTF-8 bytes, cut between two characters at `limit`.
  package func utf8(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      guard bytes.count + UTF8.width(scalar) <= limit else { break }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }
}

/// Splits a byte stream into messages.
package struct MessageFramer: Sendable {
  private var inbox = PeerInbox(.lengths(longest: WireFormat.longestMessage))

  /// An empty framer.
  package init() {}

  /// Bytes of an incomplete message.
  package var pending: Int { inbox.pending }

  /// Appends bytes read from the stream.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) { inbox.append(bytes[...]) }

  /// The next complete message without its length prefix; `nil` if it has not all arrived.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    do throws(PeerInbox.BadLength) {
      return try inbox.next()
    } catch {
      throw .badLength(error.length)
    }
  }
}
