/// A decoder's first message.
package struct Hello: Hashable, Sendable {
  /// The protocol version that the decoder speaks.
  package var version: UInt32
  /// The decoding library; empty if there is none.
  package var library: String
  /// The library's version.
  package var libraryVersion: String

  /// A greeting; names are cut to `WireFormat.longestName` bytes.
  package init(
    version: UInt32 = WireFormat.version, library: String = "", libraryVersion: String = ""
  ) {
    self.version = version
    self.library = library
    self.libraryVersion = libraryVersion
  }
}
