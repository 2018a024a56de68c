import Geometry
import Tiles

/// The layout of the arena for a decoder of encoded pictures.
///
/// It starts with the slots, followed by the display's profile, and space for one encoded picture
/// for each picture that the process may have at a time.
struct EncodedArena: Hashable {
  /// The layout of the slots.
  let shape: TileShape
  /// The number of slots: one for each tile, or together for one large picture.
  private(set) var slots = 0
  /// Bytes of space for an encoded picture.
  private(set) var encoded = 0
  var profileOffset: Int { slots * shape.slotBytes }
  private let profileRoom: Int

  /// The space for encoded pictures grows in steps of this many bytes.
  private static let encodedStep = 1 << 20

  /// A layout with space for a profile, and for nothing else yet.
  init(_ shape: TileShape, profileBytes: Int) {
    self.shape = shape
    profileRoom = (profileBytes + 4095) & ~4095
  }

  /// The layout with space for tiles of at most `encoded` bytes each.
  func holding(tiles: Int, encoded: Int) -> EncodedArena {
    var arena = self
    arena.slots = tiles
    arena.encoded = (encoded + 4095) & ~4095
    return arena
  }

  /// The layout with space for an area of a large picture of `bytes` bytes, and for everything that
  /// fitted before.
  func holding(_ area: PixelSize, encoded bytes: Int) -> EncodedArena {
    var arena = self
    let pixels = TileLayout(area: area, shape: shape).byteCount
    let steps = (bytes + Self.encodedStep - 1) / Self.encodedStep
    arena.slots = max(slots, (pixels + shape.slotBytes - 1) / shape.slotBytes)
    arena.encoded = max(encoded, steps * Self.encodedStep)
    return arena
  }

  /// The offset of an encoded picture's bytes; that of the picture after the last is the end.
  func encodedOffset(_ number: Int) -> Int { profileOffset + profileRoom + number * encoded }
}
