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
