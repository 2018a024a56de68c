import Tiles

/// How to open the picture.
public struct OpenRequest: Hashable, Sendable {
  /// Bytes of the arena, already allocated and sealed.
  public var arenaBytes: Int
  /// Slots in the arena, `shape.slotBytes` each, from its start.
  public var slotCount: Int
  /// The display's ICC profile; empty means sRGB.
  public var displayProfile: [UInt8]
  /// The longest edge of the surface, in device pixels: a hint for how large the fit view may be.
  public var surfaceEdge: Int
  /// How tiles are cut, and what their pixels are.
  public var shape: TileShape
  /// Which frame or page of the file is the picture, from 0.
  public var frame: Int

  /// All that a decoder needs to know before it reads the picture.
  public init(
    arenaBytes: Int, slotCount: Int, displayProfile: [UInt8] = [], surfaceEdge: Int,
    shape: TileShape = .usual, frame: Int = 0
  ) {
    self.arenaBytes = arenaBytes
    self.slotCount = slotCount
    self.displayProfile = displayProfile
    self.surfaceEdge = surfaceEdge
    self.shape = shape
    self.frame = frame
  }
}
