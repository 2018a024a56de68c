/// How a display encodes light, where it does not do so as sRGB: a curve for each of its primaries.
///
/// It stands for 0 to 1 both ways: the entry at *i* is the code, of 65 535, of the light
/// (*i* / 1023)². Squares put entries where the eye tells tones apart.
public struct DisplayCurves: Hashable, Sendable {
  /// The codes of red, then those of green, then those of blue.
  public let codes: [UInt16]

  /// Entries of each curve.
  public static let entries = 1024

  /// Curves of their codes; `nil` where there are not as many as there must be.
  public init?(codes: [UInt16]) {
    guard codes.count == 3 * Self.entries else { return nil }
    self.codes = codes
  }

  /// The code, 0 to 1, of some light of one of the primaries, from 0 for red.
  package func code(_ light: Double, _ channel: Int) -> Double {
    let place = min(max(light, 0), 1).squareRoot() * Double(Self.entries - 1)
    let index = min(Int(place), Self.entries - 2)
    let share = place - Double(index)
    let start = channel * Self.entries + index
    return (Double(codes[start]) * (1 - share) + Double(codes[start + 1]) * share) / 65535
  }
}
