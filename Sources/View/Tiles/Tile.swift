import Platform

/// The finished pixels of a tile, on their way to the texture uploader.
///
/// The holder may read them on any thread. Once the pixels have been copied, the tile is returned
/// to its source with `TileSource.release(_:now:)`, on the source's thread.
public struct Tile: Sendable {
  /// The source of the tile.
  public let source: SourceID
  /// The tile's key.
  public private(set) var key: TileKey
  /// The quality of the pixels.
  public let quality: TileQuality
  /// The index of the tile's slot in the source's arena.
  public let slot: Int
  /// The source's own request number, so that an old tile can't release a slot that has been
  /// reused.
  public let request: UInt32
  /// The memory that holds the pixels; it lives as long as the tile, even if the source is closed.
  public let memory: any TileMemory
  private let offset: Int

  /// Creates a tile in a slot of an arena.
  ///
  /// The slot must lie inside the arena; the requester has checked that.
  public init(
    source: SourceID, key: TileKey, quality: TileQuality, slot: Int, arena: any TileMemory,
    request: UInt32 = 0
  ) {
    let slotBytes = key.level.shape.slotBytes
    precondition(slot >= 0 && slot < arena.count / slotBytes)
    self.source = source
    self.key = key
    self.quality = quality
    self.slot = slot
    self.request = request
    memory = arena
    offset = slot * slotBytes
  }

  /// Creates a tile with memory of its own, laid out as `key.layout` says.
  public init(
    source: SourceID, key: TileKey, quality: TileQuality = .exact, pixels: OwnedPixels,
    request: UInt32 = 0
  ) {
    precondition(pixels.count >= key.layout.byteCount)
    self.source = source
    self.key = key
    self.quality = quality
    slot = 0
    self.request = request
    memory = pixels
    offset = 0
  }

  /// Returns the same tile with the key of another colour generation.
  package func inGeneration(_ generation: Int) -> Tile {
    var tile = self
    tile.key.version.generation = generation
    return tile
  }

  /// Returns a copy with memory of its own, so that the original can be released.
  ///
  /// The memory of `spare` is reused if it has the right size; it must have no other owner.
  package func copied(into spare: OwnedPixels?) -> Tile {
    let pixels = withPixels { bytes in
      guard let spare, spare.count == bytes.count else { return OwnedPixels(copying: bytes) }
      spare.copy(bytes)
      return spare
    }
    return Tile(source: source, key: key, quality: quality, pixels: pixels, request: request)
  }

  /// Calls `body` with the tile's bytes, laid out as `key.layout` says.
  ///
  /// A decoder could still write to them: copy each byte once, and never decide anything by reading
  /// a byte twice.
  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: memory.base + offset, count: key.layout.byteCount))
  }
}
