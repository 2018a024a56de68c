import Geometry

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

/// How a gain map makes a picture brighter on a display that can show it; names are ISO 21496-1's.
package struct GainMap: Hashable, Sendable {
  /// One number for each of red, green and blue.
  package struct Channels: Hashable, Sendable {
    /// Red's.
    package var red: Float
    /// Green's.
    package var green: Float
    /// Blue's.
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
  /// The power by which the map is encoded; more than 0.
  package var gamma: Channels
  /// What is added to the base picture's light.
  package var baseOffset: Channels
  /// What is taken from the alternate picture's light.
  package var alternateOffset: Channels
  /// The binary logarithm of the headroom that the base picture is made for.
  package var baseCapacity: Float
  /// The binary logarithm of the headroom that the alternate picture is made for.
  package var alternateCapacity: Float
  /// Whether the base picture is the bright one.
  package var isBaseBright: Bool

  /// A map with its numbers given.
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

/// How long one frame of an animation is shown.
package struct FrameTime: Hashable, Sendable {
  /// Which frame, from 0.
  package var number: Int
  /// How long it is shown, in microseconds; at most `WireFormat.longestFrame`.
  package var microseconds: Int
  /// Whether it is the last one.
  package var isLast: Bool

  /// The time of a frame.
  package init(number: Int, microseconds: Int, isLast: Bool) {
    self.number = number
    self.microseconds = microseconds
    self.isLast = isLast
  }
}
