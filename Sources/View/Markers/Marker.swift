import Geometry

/// The name of a marker, chosen by whoever adds it.
public struct MarkerID: Hashable, Comparable, Sendable {
  /// The number.
  public let number: UInt64

  /// A name from its number.
  public init(_ number: UInt64) { self.number = number }

  /// Whether one comes before the other.
  public static func < (left: MarkerID, right: MarkerID) -> Bool { left.number < right.number }
}

/// A small bitmap that stands at a point of the picture and keeps its size on the screen.
public struct Marker: Hashable, Sendable {
  /// Its name; adding another marker of that name takes its place.
  public var id: MarkerID
  /// Where it stands, in units of the picture; both numbers are finite.
  public var position: Point
  /// What it looks like.
  public var sprite: SpriteID
  /// What it looks like while it is selected; `nil` for the same.
  public var selectedSprite: SpriteID?
  /// Whichever is higher lies over the other; of two of one order the higher number does.
  public var order: Int32

  /// A marker with its parts given.
  public init(
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
