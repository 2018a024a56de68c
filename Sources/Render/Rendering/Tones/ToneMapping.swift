/// How light above the display's white is mapped into its range.
///
/// All three channels are multiplied by the same factor, which depends on the largest of them.
/// Pictures without light above white are unchanged.
public enum ToneMapping: String, Hashable, Sendable, CaseIterable {
  /// The curve of Report ITU-R BT.2390: dark and middle tones are unchanged, bright ones roll off
  /// to white.
  case bt2390
  /// Reinhard's curve: all tones are compressed, bright ones more.
  case reinhard
  /// Light above white is clipped.
  case clip
}

/// The exposure, and the mapping of light above white.
public struct Toning: Hashable, Sendable {
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
