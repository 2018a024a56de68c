/// The exposure, and the mapping of light above white.
public struct ToneSettings: Hashable, Sendable {
  /// The exposure in stops, from -16 to 16; each doubles the light.
  ///
  /// Finished pixels end at white: exposure clips them there.
  public var exposure: Double
  /// The mapping of light above white, for pictures that have it.
  public var mapping: ToneMapping

  /// Creates a toning.
  public init(exposure: Double = 0, mapping: ToneMapping = .bt2390) {
    self.exposure = exposure
    self.mapping = mapping
  }

  /// The range of the exposure in stops.
  public static let stops = -16.0...16.0
}
