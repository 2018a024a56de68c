import Geometry

/// How a gain map makes a picture brighter on a display that can show it; names are ISO 21496-1's.
package struct GainMap: Hashable, Sendable {
  /// One number for each of red, green and blue.
  package struct Channels: Hashable, Sendable {
    /// Red's.
    package var red: Float
    /// Green's.
    package var green: Float
    /// Blue's.
    package var blue: Float

    /// Three numbers.
    package init(_ red: Float, _ green: Float, _ blue: Float) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The map's size in pixels, upright.
  package var size: PixelSize
  /// The binary logarithm of the gain where the map is 0.
  package var minimum: Channels
  /// The binary logarithm of the gain where the map is 1.
  package var maximum: Channels
  /// The power by which the map is encoded; more than 0.
  package var gamma: Channels
  /// What is added to the base picture's light.
  package var baseOffset: Channels
  /// What is taken from the alternate picture's light.
  package var alternateOffset: Channels
  /// The binary logarithm of the headroom that the base picture is made for.
  package var baseCapacity: Float
  /// The binary logarithm of the headroom that the alternate picture is made for.
  package var alternateCapacity: Float
  /// Whether the base picture is the bright one.
  package var isBaseBright: Bool

  /// A map with its numbers given.
  package init(
    size: PixelSize, minimum: Channels, maximum: Channels, gamma: Channels, baseOffset: Channels,
    alternateOffset: Channels, baseCapacity: Float, alternateCapacity: Float, isBaseBright: Bool
  ) {
    self.size = size
    self.minimum = minimum
    self.maximum = maximum
    self.gamma = gamma
    self.baseOffset = baseOffset
    self.alternateOffset = alternateOffset
    self.baseCapacity = baseCapacity
    self.alternateCapacity = alternateCapacity
    self.isBaseBright = isBaseBright
  }
}
