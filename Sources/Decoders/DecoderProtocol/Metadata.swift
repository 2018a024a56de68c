/// A block of a file's metadata, unchanged; the viewer parses none of it.
package struct Metadata: Hashable, Sendable {
  /// The kind of metadata.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// An EXIF block, starting with its TIFF header.
    case exif = 1
    /// An XMP packet.
    case xmp = 2
    /// IPTC records.
    case iptc = 3
    /// UTF-8 text.
    case text = 4
  }

  /// The kind of metadata.
  package var kind: Kind
  /// True if the same block continues in the next message.
  package var hasMore: Bool
  /// At most `WireFormat.longestMetadata` bytes.
  package var bytes: [UInt8]

  /// A part of a block.
  package init(kind: Kind, hasMore: Bool = false, bytes: [UInt8]) {
    self.kind = kind
    self.hasMore = hasMore
    self.bytes = bytes
  }
}
