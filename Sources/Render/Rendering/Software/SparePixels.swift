import Tiles

/// Memory of tiles that were dropped, for those that come next.
///
/// The system hands out fresh memory page by page, which takes longer than to fill it: a picture
/// that moves would pay that for all of its pixels, with each frame.
struct SparePixels: Sendable {
  private var pixels: [OwnedPixels] = []
  private(set) var byteCount = 0

  /// The most that is kept: a frame of 2560 × 1600 pixels.
  private static let mostBytes = 16 << 20

  /// Keeps the memory of a tile that is held no more.
  mutating func take(from tile: Tile) {
    guard let spare = tile.memory as? OwnedPixels, byteCount + spare.count <= Self.mostBytes
    else { return }
    byteCount += spare.count
    pixels.append(spare)
  }

  /// Gives out memory of just so many bytes that nobody else holds.
  mutating func give(_ count: Int) -> OwnedPixels? {
    guard let index = pixels.lastIndex(where: { $0.count == count }) else { return nil }
    byteCount -= count
    let isFree = isKnownUniquelyReferenced(&pixels[index])
    let spare = pixels.remove(at: index)
    return isFree ? spare : nil
  }

  /// Gives all back to the system.
  mutating func removeAll() {
    pixels = []
    byteCount = 0
  }
}
