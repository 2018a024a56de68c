/// What a file says of its picture beyond the pixels, untouched; the viewer parses none of it.
public struct Metadata: Hashable, Sendable {
  /// What kind of bytes they are.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// An EXIF block, its TIFF header first.
    case exif = 1
    /// An XMP packet.
    case xmp = 2
    /// IPTC's records.
    case iptc = 3
    /// A text in UTF-8.
    case text = 4
  }

  /// What kind of bytes they are.
  public var kind: Kind
  /// Whether more bytes of the same block follow in the next message.
  public var hasMore: Bool
  /// At most `WireFormat.longestMetadata` bytes.
  public var bytes: [UInt8]

  /// Some bytes of a block.
  public init(kind: Kind, hasMore: Bool = false, bytes: [UInt8]) {
    self.kind = kind
    self.hasMore = hasMore
    self.bytes = bytes
  }
}
