/// What the viewer tells a decoder.
public enum HostMessage: Hashable, Sendable {
  /// The first message: the arena is ready, read the picture's header and answer with `info`.
  case open(OpenRequest)
  /// Make a tile and put it into a slot.
  case tile(TileRequest)
  /// A tile is no longer wanted: its slot must be answered with `tileReady` or `tileCancelled`.
  case cancel(id: UInt32)
  /// The picture is no longer wanted: exit.
  case close
}

/// How to open the picture.
public struct OpenRequest: Hashable, Sendable {
  /// Bytes of the arena, already allocated and sealed.
  public var arenaBytes: Int
  /// Slots in the arena, `TileLayout.slotBytes` each, from its start.
  public var slotCount: Int
  /// The display's ICC profile; empty means sRGB.
  public var displayProfile: [UInt8]
  /// The longest edge of the surface, in device pixels: a hint for how large the fit view may be.
  public var surfaceEdge: Int

  /// All that a decoder needs to know before it reads the picture.
  public init(arenaBytes: Int, slotCount: Int, displayProfile: [UInt8] = [], surfaceEdge: Int) {
    self.arenaBytes = arenaBytes
    self.slotCount = slotCount
    self.displayProfile = displayProfile
    self.surfaceEdge = surfaceEdge
  }
}

/// One tile that the viewer wants.
public struct TileRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  public var id: UInt32
  /// Which tile.
  public var key: TileKey
  /// How carefully made.
  public var quality: TileQuality
  /// Where to put it: an index into the arena's slots.
  public var slot: Int

  /// A request for one tile.
  public init(id: UInt32, key: TileKey, quality: TileQuality, slot: Int) {
    self.id = id
    self.key = key
    self.quality = quality
    self.slot = slot
  }
}
