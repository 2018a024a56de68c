import Tiles

/// The memory of evicted tiles, reused for new ones.
///
/// The system allocates fresh memory page by page, which takes longer than filling it: an animation
/// would pay that for all pixels of each frame.
struct RecycledPixels: Sendable {
  private var pixels: [OwnedPixels] = []
  private(set) var byteCount = 0

  /// The maximum number of bytes that are kept: a frame of 2560 × 1600 pixels.
  private static let mostBytes = 16 << 20

  /// Keeps the memory of an evicted tile.
  mutating func take(from tile: Tile) {
    guard let spare = tile.memory as? OwnedPixels, byteCount + spare.count <= Self.mostBytes
    else { return }
    byteCount += spare.count
    pixels.append(spare)
  }

  /// Returns memory of exactly `count` bytes that has no other owner; `nil` if there is none.
  mutating func give(_ count: Int) -> OwnedPixels? {
    guard let index = pixels.lastIndex(where: { $0.count == count }) else { return nil }
    byteCount -= count
    let isFree = isKnownUniquelyReferenced(&pixels[index])
    let spare = pixels.remove(at: index)
    return isFree ? spare : nil
  }

  /// Frees all memory.
  mutating func removeAll() {
    pixels = []
    byteCount = 0
  }
}
