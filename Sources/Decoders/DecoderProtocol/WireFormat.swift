import Platform

/// The numbers of the wire: what Documentation/DecoderProtocol.md describes, in one place.
package enum WireFormat {
  /// The version that both sides must speak.
  package static let version: UInt32 = 12
  /// The most bytes of one message, its length prefix left out.
  package static let longestMessage = 65_536
  /// The most bytes of a display profile in the arena.
  package static let longestProfile = 4 << 20
  /// The most bytes of a name: of a library, its version, a format or a page.
  package static let longestName = 255
  /// The most names of pages.
  package static let mostPageNames = 1024
  /// The most bytes that all names of pages take in their message, lengths included.
  package static let longestPageNames = 49_152
  /// The most pixels of a ladder's smallest rung.
  package static let mostFirstPixels = 1 << 24
  /// The largest factor from one rung of a ladder to the next.
  package static let longestStep = 16.0
  /// The most rungs of a ladder of scales.
  package static let mostRungs = 128
  /// The most bytes of one message of metadata.
  package static let longestMetadata = 60_000
  /// The most messages of metadata of one process.
  package static let mostMetadata = 64
  /// The shortest that a frame is shown, in microseconds: what lasts no longer in a file is shown
  /// for a tenth of a second, as browsers do it.
  package static let shortestFrame = 10_001
  /// The longest that a frame is shown, in microseconds: a day.
  package static let longestFrame = 86_400_000_000
  /// The largest of all numbers that are neither sizes nor scales.
  package static let largestNumber = 1048576.0
  /// The control socket's number in the decoder.
  package static let controlDescriptor: Int32 = 3
  /// The picture's number in the decoder.
  package static let pictureDescriptor: Int32 = 4
  /// The arena's number in the decoder: without bytes until `open` is sent.
  package static let arenaDescriptor: Int32 = 5
  /// The scratch file's number in the decoder, where it has one: as large as it may become.
  package static let scratchDescriptor: Int32 = 6
  /// The number in the decoder of the folder in which the picture's other files lie, where it has
  /// some: the decoder takes from it what it needs before it locks itself down.
  package static let folderDescriptor: Int32 = 7
  /// The status with which a decoder ends whose library can't be interrupted, in the middle of
  /// drawing what nobody wants any more: C's EX_TEMPFAIL.
  package static let abandonedStatus: Int32 = 75
}

/// A message that breaks the protocol.
package enum WireError: Error, Hashable, Sendable {
  /// Its length is zero or above `WireFormat.longestMessage`.
  case badLength(Int)
  /// Its first byte names no message.
  case unknownType(UInt8)
  /// It ends before its last field, or goes on after it.
  case badSize
  /// A field has a value that it can't have.
  case badValue(StaticString)

  /// Two errors are the same when they say the same.
  package static func == (left: WireError, right: WireError) -> Bool {
    "\(left)" == "\(right)"
  }

  /// Hashes what equality compares.
  package func hash(into hasher: inout Hasher) { hasher.combine("\(self)") }
}

/// Builds one message: little-endian numbers behind a 32-bit length.
package struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// A message without a field.
  package init() {}

  /// A number, its lowest byte first.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A number that a caller keeps within 32 bits; one that isn't becomes the largest, which the
  /// other side refuses.
  package mutating func put32(_ number: Int) { put(UInt32(clamping: number)) }

  /// A number that is not negative; one that is becomes the largest, which the other side refuses.
  package mutating func put64(_ number: Int) { put(UInt64(exactly: number) ?? .max) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ number: Float) { put(number.bitPattern) }

  /// A name behind its length in one byte, cut between two characters where it is too long.
  package mutating func put(name: String) {
    let text = name.utf8(atMost: WireFormat.longestName)
    put(UInt8(text.count))
    bytes.append(contentsOf: text)
  }

  /// A flag, in one byte.
  package mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  /// Bytes behind their number.
  package mutating func put(_ blob: [UInt8]) {
    put32(blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Numbers one behind the other, up to the message's end.
  mutating func put(_ numbers: [UInt16]) {
    numbers.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// The finished message, its length in front.
  package func finished() -> [UInt8] {
    var message = bytes
    let length = UInt32(bytes.count - 4).littleEndian
    withUnsafeBytes(of: length) { for (index, byte) in $0.enumerated() { message[index] = byte } }
    return message
  }
}

extension String {
  /// The bytes of the text, cut between two characters where there are too many.
  package func utf8(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      guard bytes.count + UTF8.width(scalar) <= limit else { break }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }
}

/// Cuts the bytes of a stream into messages.
package struct MessageFramer: Sendable {
  private var inbox = PeerInbox(.lengths(longest: WireFormat.longestMessage))

  /// A framer that has seen nothing.
  package init() {}

  /// Bytes that wait for the rest of their message.
  package var pending: Int { inbox.pending }

  /// Adds what was read from the stream.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) { inbox.append(bytes[...]) }

  /// The next whole message, its length taken off, or `nil` where it has not all arrived.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    do throws(PeerInbox.BadLength) {
      return try inbox.next()
    } catch {
      throw .badLength(error.length)
    }
  }
}
