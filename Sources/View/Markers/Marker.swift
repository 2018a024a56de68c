import Geometry

/// The ID of a marker, chosen by the program that adds it.
public struct MarkerID: Hashable, Comparable, Sendable {
  /// The number.
  public let number: UInt64

  /// Creates an ID from its number.
  public init(_ number: UInt64) { self.number = number }

  /// Compares the numbers.
  public static func < (left: MarkerID, right: MarkerID) -> Bool { left.number < right.number }
}

/// A small bitmap at a point of the picture, with a constant size on the screen.
package struct Marker: Hashable, Sendable {
  /// The ID; adding another marker with the same ID replaces it.
  package var id: MarkerID
  /// The position in units of the picture; both coordinates are finite.
  package var position: Point
  /// The sprite.
  package var sprite: SpriteID
  /// The sprite while selected; `nil` for the same one.
  package var selectedSprite: SpriteID?
  /// The z-order; higher ones are on top, and for equal ones the higher ID is.
  package var order: Int32

  /// Creates a marker.
  package init(
    _ id: MarkerID, at position: Point, sprite: SpriteID, selectedSprite: SpriteID? = nil,
    order: Int32 = 0
  ) {
    self.id = id
    self.position = position
    self.sprite = sprite
    self.selectedSprite = selectedSprite
    self.order = order
  }
}
