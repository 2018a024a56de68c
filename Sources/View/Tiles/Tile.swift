import Platform

/// Finished pixels of a tile, on their way to the texture uploader.
///
/// Whoever holds it may read them on any thread. It goes back to the source that gave it with
/// `TileSource.release(_:)`, on the thread that the source lives on, once the pixels have been
/// copied.
public struct Tile: Sendable {
  /// The source that it came from.
  public let source: SourceID
  /// Which tile of it.
  public private(set) var key: TileKey
  /// How carefully it was made.
  public let quality: TileQuality
  /// The index of its slot in the source's memory.
  public let slot: Int
  /// The source's own number of it, so that an old tile can't release a slot that is used again.
  public let request: UInt32
  /// The memory that it stands in, kept while the tile is held, whatever becomes of its source.
  public let memory: any TileMemory
  private let offset: Int

  /// A tile that stands in a slot of an arena.
  ///
  /// The slot must lie inside the arena; whoever asked for the tile has checked it.
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

  /// A tile with memory of its own, laid out as `key.layout` says.
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

  /// The same tile under the name that it has in colours of another generation.
  package func inGeneration(_ generation: Int) -> Tile {
    var tile = self
    tile.key.version.generation = generation
    return tile
  }

  /// The same tile with memory of its own, in that of another tile where it has the same size: the
  /// source's can go back.
  ///
  /// Nobody else may hold the other tile's memory.
  package func copied(into spare: OwnedPixels?) -> Tile {
    let pixels = withPixels { bytes in
      guard let spare, spare.count == bytes.count else { return OwnedPixels(copying: bytes) }
      spare.copy(bytes)
      return spare
    }
    return Tile(source: source, key: key, quality: quality, pixels: pixels, request: request)
  }

  /// Lends the tile's bytes, laid out as `key.layout` says.
  ///
  /// A decoder could still write to them: copy each byte once, and decide nothing by reading them
  /// twice.
  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: memory.base + offset, count: key.layout.byteCount))
  }
}
