import Geometry

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

/// A gain map, which brightens a picture on an HDR display; names follow ISO 21496-1.
package struct GainMap: Hashable, Sendable {
  /// One number for each of red, green and blue.
  package struct Channels: Hashable, Sendable {
    /// Red.
    package var red: Float
    /// Green.
    package var green: Float
    /// Blue.
    package var blue: Float

    /// Three numbers.
    package init(_ red: Float, _ green: Float, _ blue: Float) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The map's size in pixels, upright.
  package var size: PixelSize
  /// The binary logarithm of the gain where the map is 0.
  package var minimum: Channels
  /// The binary logarithm of the gain where the map is 1.
  package var maximum: Channels
  /// The map's encoding exponent; greater than 0.
  package var gamma: Channels
  /// The offset added to the base picture's light.
  package var baseOffset: Channels
  /// The offset subtracted from the alternate picture's light.
  package var alternateOffset: Channels
  /// The base picture's headroom, as a binary logarithm.
  package var baseCapacity: Float
  /// The alternate picture's headroom, as a binary logarithm.
  package var alternateCapacity: Float
  /// True if the base picture is the HDR one.
  package var isBaseBright: Bool

  /// A map with the given parameters.
  package init(
    size: PixelSize, minimum: Channels, maximum: Channels, gamma: Channels, baseOffset: Channels,
    alternateOffset: Channels, baseCapacity: Float, alternateCapacity: Float, isBaseBright: Bool
  ) {
    self.size = size
    self.minimum = minimum
    self.maximum = maximum
    self.gamma = gamma
    self.baseOffset = baseOffset
    self.alternateOffset = alternateOffset
    self.baseCapacity = baseCapacity
    self.alternateCapacity = alternateCapacity
    self.isBaseBright = isBaseBright
  }
}

/// The duration of one frame of an animation.
package struct FrameTime: Hashable, Sendable {
  /// The frame's number, from 0.
  package var number: Int
  /// The duration in microseconds; at most `WireFormat.longestFrame`.
  package var microseconds: Int
  /// True for the last frame.
  package var isLast: Bool

  /// The duration of a frame.
  package init(number: Int, microseconds: Int, isLast: Bool) {
    self.number = number
    self.microseconds = microseconds
    self.isLast = isLast
  }
}
