import Geometry

/// A gain map, which brightens a picture on an HDR display; names follow ISO 21496-1.
package struct GainMap: Hashable, Sendable {
  /// One number for each of red, green and blue.
  package struct Channels: Hashable, Sendable {
    /// Red.
    package var red: Float
    /// Green.
    package var green: Float
    /// Blue.
    package var blue: Float

    /// The numbers for red, green and blue.
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
  /// The map's encoding exponent; greater than 0.
  package var gamma: Channels
  /// The offset added to the base picture's light.
  package var baseOffset: Channels
  /// The offset subtracted from the alternate picture's light.
  package var alternateOffset: Channels
  /// The base picture's headroom, as a binary logarithm.
  package var baseCapacity: Float
  /// The alternate picture's headroom, as a binary logarithm.
  package var alternateCapacity: Float
  /// True if the base picture is the HDR one.
  package var isBaseBright: Bool

  /// A map with the given parameters.
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
