/// The numbers of the wire: what Documentation/DecoderProtocol.md describes, in one place.
package enum WireFormat {
  /// The version that both sides must speak.
  package static let version: UInt32 = 3
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
  /// The longest that a frame is shown, in microseconds: a day.
  package static let longestFrame = 86_400_000_000
  /// The largest of all numbers that are neither sizes nor scales.
  package static let largestNumber = 1048576.0
  /// Standard error of a decoder: what it says before it dies.
  package static let errorDescriptor: Int32 = 2
  /// The control socket's number in the decoder.
  package static let controlDescriptor: Int32 = 3
  /// The picture's number in the decoder.
  package static let pictureDescriptor: Int32 = 4
  /// The arena's number in the decoder: without bytes until `open` is sent.
  package static let arenaDescriptor: Int32 = 5
  /// The scratch file's number in the decoder, where it has one: as large as it may become.
  package static let scratchDescriptor: Int32 = 6
}
