import Tiles

/// How to open the picture.
package struct OpenRequest: Hashable, Sendable {
  /// Where the picture comes from.
  package enum Origin: UInt8, Hashable, Sendable {
    /// It is the file in the picture's descriptor.
    case file = 0
    /// Encoded pictures come one by one, each by a `source`; there is no `info`.
    case encoded = 1
    /// It is the file, and nobody else reads it: the decoder shows what it can of it.
    case fileAlone = 2
    /// The file is an archive, of which parts are asked for by `member`; there is no `info`.
    case archive = 3
  }

  /// What of cameras' raw pictures is shown.
  package enum RawPictures: UInt8, Hashable, Sendable {
    /// The picture that is made of the sensor's samples.
    case developed = 0
    /// The largest picture that the camera made of them itself, where the file holds one.
    case embedded = 1
  }

  /// Bytes of the arena, allocated and sealed by now.
  package var arenaBytes: Int
  /// Slots in the arena, from its start, with `slotRoom` bytes for each.
  package var slotCount: Int
  /// The longest edge of the surface, in device pixels: a hint for how large the fit view may be.
  package var surfaceEdge: Int
  /// How tiles are cut; what their pixels are is the decoder's choice among `pixelKinds`.
  package var shape: TileShape
  /// Which frame or page of the file is the picture, from 0.
  package var frame: Int
  /// Which layer of the file is the picture, from 0.
  package var layer: Int
  /// The kinds of pixels that the viewer takes; finished RGBA8 always.
  package var pixelKinds: PixelKinds
  /// Where the display's ICC profile lies in the arena, behind the slots; empty means sRGB.
  package var profile: ArenaRange
  /// Where the picture comes from.
  package var origin: Origin
  /// How it is read, as people like it.
  package var choices: PictureChoices

  /// All that a decoder needs to know before it reads the picture.
  package init(
    arenaBytes: Int, slotCount: Int, surfaceEdge: Int, shape: TileShape = .usual, frame: Int = 0,
    layer: Int = 0, pixelKinds: PixelKinds = .rgba8, profile: ArenaRange = .empty,
    origin: Origin = .file, choices: PictureChoices = PictureChoices()
  ) {
    self.arenaBytes = arenaBytes
    self.slotCount = slotCount
    self.surfaceEdge = surfaceEdge
    self.shape = shape
    self.frame = frame
    self.layer = layer
    self.pixelKinds = pixelKinds
    self.profile = profile
    self.origin = origin
    self.choices = choices
  }

  /// Bytes that the arena has for each slot: a full tile of the largest kind that the viewer takes.
  ///
  /// The slots themselves follow each other as closely as the kind that the decoder chose allows.
  package var slotRoom: Int {
    var shape = shape
    shape.format = pixelKinds.contains(.rgba16f) ? .rgba16f : .rgba8
    return shape.slotBytes
  }
}

/// A set of kinds of pixels.
package struct PixelKinds: OptionSet, Hashable, Sendable {
  /// A bit for each kind, numbered as `PixelFormat` is.
  package let rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Finished RGBA8.
  package static let rgba8 = PixelKinds(rawValue: 1 << PixelFormat.rgba8.rawValue)
  /// Linear RGBA16F.
  package static let rgba16f = PixelKinds(rawValue: 1 << PixelFormat.rgba16f.rawValue)

  /// Whether a kind is among these.
  package func accepts(_ format: PixelFormat) -> Bool { rawValue >> format.rawValue & 1 == 1 }
}

/// Some bytes of the arena.
package struct ArenaRange: Hashable, Sendable {
  /// The first byte.
  package var offset: Int
  /// How many there are.
  package var count: Int

  /// Bytes from an offset on.
  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }

  /// No bytes.
  package static let empty = ArenaRange(offset: 0, count: 0)

  /// Whether all of it lies behind the slots and inside the arena.
  package func lies(behind slots: Int, inside arena: Int) -> Bool {
    let (end, overflows) = offset.addingReportingOverflow(count)
    return count >= 0 && offset >= slots && !overflows && end <= arena
  }
}
