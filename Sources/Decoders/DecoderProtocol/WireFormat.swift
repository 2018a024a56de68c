/// The constants of the decoder protocol, as in Documentation/DecoderProtocol.md.
package enum WireFormat {
  /// The version that both sides must speak.
  package static let version: UInt32 = 12
  /// The maximum number of bytes in a message, without its length prefix.
  package static let longestMessage = 65_536
  /// The maximum number of bytes in a display profile in the arena.
  package static let longestProfile = 4 << 20
  /// The maximum number of bytes in a name: of a library, its version, a format or a page.
  package static let longestName = 255
  /// The maximum number of page names.
  package static let mostPageNames = 1024
  /// The maximum number of bytes in all page names in their message, length bytes included.
  package static let longestPageNames = 49_152
  /// The maximum number of pixels in a ladder's smallest rung.
  package static let mostFirstPixels = 1 << 24
  /// The largest factor between two rungs of a ladder.
  package static let longestStep = 16.0
  /// The maximum number of rungs in a ladder.
  package static let mostRungs = 128
  /// The maximum number of bytes in one metadata message.
  package static let longestMetadata = 60_000
  /// The maximum number of metadata messages in one process.
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
  /// what it needs from it before entering the sandbox.
  package static let folderDescriptor: Int32 = 7
  /// The exit status of a decoder that is drawing cancelled tiles, with a library that can't be
  /// interrupted: C's EX_TEMPFAIL.
  package static let abandonedStatus: Int32 = 75
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
