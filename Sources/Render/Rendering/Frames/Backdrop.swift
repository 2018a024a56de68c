import Geometry

/// What stands behind and around the picture.
public struct Backdrop: Hashable, Sendable {
  /// The colour around the picture.
  public var surround: OpaqueColor
  /// The two colours of the checkerboard behind transparent pixels; `nil` leaves them transparent,
  /// as `fresnel render` does.
  public var checker: Checker?

  /// A checkerboard, fixed to the surface's top left corner.
  public struct Checker: Hashable, Sendable {
    /// The colour of the field in the corner.
    public var first: OpaqueColor
    /// The other colour.
    public var second: OpaqueColor
    /// The edge of a field, in device pixels.
    public var edge: Int

    /// A checkerboard of two colours.
    public init(first: OpaqueColor, second: OpaqueColor, edge: Int) {
      self.first = first
      self.second = second
      self.edge = edge
    }
  }

  /// A neutral dark grey around the picture, mid greys behind it.
  public init(
    surround: OpaqueColor = OpaqueColor(red: 32, green: 32, blue: 32),
    checker: Checker? = Checker(
      first: OpaqueColor(red: 102, green: 102, blue: 102),
      second: OpaqueColor(red: 153, green: 153, blue: 153), edge: 8)
  ) {
    self.surround = surround
    self.checker = checker
  }
}
