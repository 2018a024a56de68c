import DecoderProtocol
import Platform

/// Finished pixels in a slot of a decoder's arena, on their way to the texture uploader.
///
/// Whoever holds it may read the slot on any thread. The slot goes back to the scheduler with
/// `DecodeScheduler.release(_:)` on the window thread, once the pixels have been copied.
public struct DecodedTile: Sendable {
  /// The picture that the tile belongs to.
  public let picture: PictureID
  /// Which tile of it.
  public let key: TileKey
  /// How carefully it was made.
  public let quality: TileQuality
  /// The index of its slot in the arena.
  public let slot: Int
  /// The arena, kept mapped while the tile is held, whatever becomes of its decoder.
  let arena: SharedMemory
  /// The request that it answers, so that an old tile can't release a slot that is used again.
  let request: UInt32

  /// A tile that stands in a slot of an arena.
  ///
  /// The slot must lie inside the arena; the scheduler has checked it.
  public init(
    picture: PictureID, key: TileKey, quality: TileQuality, slot: Int, arena: SharedMemory,
    request: UInt32 = 0
  ) {
    precondition((slot + 1) * TileLayout.slotBytes <= arena.count && slot >= 0)
    self.picture = picture
    self.key = key
    self.quality = quality
    self.slot = slot
    self.arena = arena
    self.request = request
  }

  /// Lends the tile's bytes, laid out as `key.layout` says.
  ///
  /// The decoder could still write to them: copy each byte once, and decide nothing by reading
  /// them twice.
  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(
      UnsafeRawBufferPointer(
        start: arena.base + slot * TileLayout.slotBytes, count: key.layout.byteCount))
  }
}
