/// What stands behind and around the picture.
public struct Backdrop: Hashable, Sendable {
  /// An opaque colour, 8 bits a channel in the display's own encoding.
  public struct Color: Hashable, Sendable {
    /// Red.
    public var red: UInt8
    /// Green.
    public var green: UInt8
    /// Blue.
    public var blue: UInt8

    /// A colour of its three channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The colour around the picture.
  public var surround: Color
  /// The two colours of the checkerboard behind transparent pixels; `nil` leaves them transparent,
  /// as `fresnel render` does.
  public var checker: Checker?

  /// A checkerboard, fixed to the surface's top left corner.
  public struct Checker: Hashable, Sendable {
    /// The colour of the field in the corner.
    public var first: Color
    /// The other colour.
    public var second: Color
    /// The edge of a field, in device pixels.
    public var edge: Int

    /// A checkerboard of two colours.
    public init(first: Color, second: Color, edge: Int) {
      self.first = first
      self.second = second
      self.edge = edge
    }
  }

  /// A neutral dark grey around the picture, mid greys behind it.
  public init(
    surround: Color = Color(red: 32, green: 32, blue: 32),
    checker: Checker? = Checker(
      first: Color(red: 102, green: 102, blue: 102),
      second: Color(red: 153, green: 153, blue: 153), edge: 8)
  ) {
    self.surround = surround
    self.checker = checker
  }
}
