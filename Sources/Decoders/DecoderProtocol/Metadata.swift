/// What a file says of its picture beyond the pixels, untouched; the viewer parses none of it.
package struct Metadata: Hashable, Sendable {
  /// What kind of bytes they are.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
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
  package var kind: Kind
  /// Whether more bytes of the same block follow in the next message.
  package var hasMore: Bool
  /// At most `WireFormat.longestMetadata` bytes.
  package var bytes: [UInt8]

  /// Some bytes of a block.
  package init(kind: Kind, hasMore: Bool = false, bytes: [UInt8]) {
    self.kind = kind
    self.hasMore = hasMore
    self.bytes = bytes
  }
}
