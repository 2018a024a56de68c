import Geometry

/// The background behind and around the picture.
public struct Backdrop: Hashable, Sendable {
  /// The colour around the picture.
  public var surround: OpaqueColor
  /// The checkerboard behind transparent pixels; `nil` keeps them transparent, as in `fresnel
  /// render`.
  public var checker: Checker?

  /// A checkerboard aligned to the surface's top left corner.
  public struct Checker: Hashable, Sendable {
    /// The colour of the top left square.
    public var first: OpaqueColor
    /// The other colour.
    public var second: OpaqueColor
    /// The edge of a square in device pixels.
    public var edge: Int

    /// Creates a checkerboard of two colours.
    public init(first: OpaqueColor, second: OpaqueColor, edge: Int) {
      self.first = first
      self.second = second
      self.edge = edge
    }
  }

  /// Creates a backdrop; the defaults are dark grey around the picture and mid greys behind it.
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
