import Geometry

/// An encoded picture that lies in the arena: all of it, or a part, is decoded at its natural size
/// into a slot.
package struct SourceRequest: Hashable, Sendable {
  /// The viewer's number for this request, never used twice in one process.
  package var id: UInt32
  /// Where its bytes lie, behind the slots; they stay as they are until the answer.
  package var bytes: ArenaRange
  /// Where to put its pixels: an index into the arena's slots, of which they may fill those that
  /// follow as well.
  package var slot: Int
  /// The upright size that it must have.
  package var size: PixelSize
  /// The pixels of the upright picture that are wanted, all inside it.
  package var area: PixelRect

  /// The longest side of an encoded picture.
  package static let longestSide = 1 << 13

  /// A request for one encoded picture, or for an area of it.
  package init(
    id: UInt32, bytes: ArenaRange, slot: Int, size: PixelSize, area: PixelRect? = nil
  ) {
    self.id = id
    self.bytes = bytes
    self.slot = slot
    self.size = size
    self.area = area ?? PixelRect(size)
  }
}
