/// What a decoder says first.
public struct Hello: Hashable, Sendable {
  /// The version of the protocol that it speaks.
  public var version: UInt32
  /// The library that it decodes with; empty where it uses none.
  public var library: String
  /// The library's version.
  public var libraryVersion: String

  /// A greeting; names are cut to `WireFormat.longestName` bytes.
  public init(
    version: UInt32 = WireFormat.version, library: String = "", libraryVersion: String = ""
  ) {
    self.version = version
    self.library = library
    self.libraryVersion = libraryVersion
  }
}
