/// What a decoder says first.
package struct Hello: Hashable, Sendable {
  /// The version of the protocol that it speaks.
  package var version: UInt32
  /// The library that it decodes with; empty where it uses none.
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
