/// How light that is brighter than the display's white is brought into what it shows.
///
/// All three lights of a colour are multiplied by the same factor, which follows from the largest
/// of them; where a picture has nothing brighter than white, each leaves it as it is.
public enum ToneMapping: String, Hashable, Sendable, CaseIterable {
  /// The curve of Report ITU-R BT.2390: dark and middle tones stay, bright ones roll off to white.
  case bt2390
  /// Reinhard's curve: all tones are compressed, bright ones the more.
  case reinhard
  /// What is brighter than white is white.
  case clip
}

/// How much light is let in, and what becomes of what is too bright for the display.
public struct Toning: Hashable, Sendable {
  /// By how many stops pictures are exposed: each doubles their light, from -16 to 16.
  ///
  /// Finished pixels end at white: what exposure raises beyond it is white.
  public var exposure: Double
  /// How what is brighter than white is shown, of pictures that have it.
  public var mapping: ToneMapping

  /// Some stops, and a curve.
  public init(exposure: Double = 0, mapping: ToneMapping = .bt2390) {
    self.exposure = exposure
    self.mapping = mapping
  }

  /// The stops that pictures can be exposed by.
  public static let stops = -16.0...16.0
}
