import Tiles

/// How to open the picture.
package struct OpenRequest: Hashable, Sendable {
  /// The origin of the picture.
  package enum Origin: UInt8, Hashable, Sendable {
    /// The file in the picture's descriptor.
    case file = 0
    /// Encoded pictures in single `source` messages; there is no `info`.
    case encoded = 1
    /// The file, which no other decoder can read: show as much of it as possible.
    case fileAlone = 2
    /// The file is an archive, whose members are requested by `member`; there is no `info`.
    case archive = 3
  }

  /// How camera raw files are shown.
  package enum RawPictures: UInt8, Hashable, Sendable {
    /// Developed from the sensor's samples.
    case developed = 0
    /// The largest embedded JPEG, if the file has one.
    case embedded = 1
  }

  /// The arena's size in bytes; it is already allocated and sealed.
  package var arenaBytes: Int
  /// The number of slots at the start of the arena, with `slotRoom` bytes for each.
  package var slotCount: Int
  /// The longest edge of the surface, in device pixels: a hint for the size of the fit view.
  package var surfaceEdge: Int
  /// The tile shape; the decoder chooses the pixel format among `pixelKinds`.
  package var shape: TileShape
  /// The frame or page to open, from 0.
  package var frame: Int
  /// The layer to open, from 0.
  package var layer: Int
  /// The pixel formats that the viewer accepts; RGBA8 is always among them.
  package var pixelKinds: PixelKinds
  /// The display's ICC profile in the arena, after the slots; empty means sRGB.
  package var profile: ArenaRange
  /// The origin of the picture.
  package var origin: Origin
  /// The user's choices for reading pictures.
  package var choices: PictureChoices

  /// Everything that a decoder needs to know before it reads the picture.
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

  /// The bytes that the arena has for each slot: a full tile in the largest accepted pixel format.
  ///
  /// The slots are packed for the format that the decoder chose.
  package var slotRoom: Int {
    var shape = shape
    shape.format = pixelKinds.contains(.rgba16f) ? .rgba16f : .rgba8
    return shape.slotBytes
  }
}
