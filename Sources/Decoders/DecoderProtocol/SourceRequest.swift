import Geometry

/// A request to decode an encoded picture in the arena, or a part of it, at full size into a slot.
package struct SourceRequest: Hashable, Sendable {
  /// The viewer's id for this request, unique within a process.
  package var id: UInt32
  /// The picture's bytes, after the slots; they do not change until the reply.
  package var bytes: ArenaRange
  /// The target: an index into the arena's slots; the pixels may continue into the next ones.
  package var slot: Int
  /// The required size, upright.
  package var size: PixelSize
  /// The wanted pixels of the upright picture, all inside it.
  package var area: PixelRect

  /// The longest side of an encoded picture.
  package static let longestSide = 1 << 13

  /// A request for an encoded picture, or for an area of it.
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
