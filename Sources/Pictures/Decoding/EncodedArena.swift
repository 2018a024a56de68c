import Geometry
import Tiles

/// How the arena of a decoder of encoded pictures is laid out.
///
/// First come the slots, behind them the display's profile, then room for the bytes of one encoded
/// picture for each picture that may be in the process's hands.
struct EncodedArena: Hashable {
  /// How slots are laid out.
  let shape: TileShape
  /// Slots: one for each tile, or together for one large picture.
  private(set) var slots = 0
  /// Bytes that there are for an encoded picture.
  private(set) var encoded = 0
  /// Where the profile is.
  var profileOffset: Int { slots * shape.slotBytes }
  private let profileRoom: Int

  /// In steps of how many bytes there is more room for encoded pictures.
  private static let encodedStep = 1 << 20

  /// One that has room for a profile of so many bytes, and for nothing else yet.
  init(_ shape: TileShape, profileBytes: Int) {
    self.shape = shape
    profileRoom = (profileBytes + 4095) & ~4095
  }

  /// The same with room for tiles, none of more than so many bytes as they are encoded.
  func holding(tiles: Int, encoded: Int) -> EncodedArena {
    var arena = self
    arena.slots = tiles
    arena.encoded = (encoded + 4095) & ~4095
    return arena
  }

  /// The same with room for an area of a large picture of so many bytes, and for all that there was
  /// room for before.
  func holding(_ area: PixelSize, encoded bytes: Int) -> EncodedArena {
    var arena = self
    let pixels = TileLayout(area: area, shape: shape).byteCount
    let steps = (bytes + Self.encodedStep - 1) / Self.encodedStep
    arena.slots = max(slots, (pixels + shape.slotBytes - 1) / shape.slotBytes)
    arena.encoded = max(encoded, steps * Self.encodedStep)
    return arena
  }

  /// Where the bytes of the encoded picture of a number are; that of their count is the end of all.
  func encodedOffset(_ number: Int) -> Int { profileOffset + profileRoom + number * encoded }
}
