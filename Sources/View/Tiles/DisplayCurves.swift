/// How a display encodes light if not as sRGB: one transfer curve per primary.
///
/// Both axes run from 0 to 1: entry *i* is the code (0 to 65 535) of the light (*i* / 1023)².
/// Squaring puts more entries where the eye distinguishes more tones.
public struct DisplayCurves: Hashable, Sendable {
  /// The codes of the red, the green and the blue curve, in this order.
  public let codes: [UInt16]

  /// The number of entries of each curve.
  public static let entries = 1024

  /// Creates curves from their codes; `nil` if there are not exactly 3 × `entries`.
  public init?(codes: [UInt16]) {
    guard codes.count == 3 * Self.entries else { return nil }
    self.codes = codes
  }

  /// Returns the code, 0 to 1, for the light of one primary; `channel` is 0 for red.
  package func code(_ light: Double, _ channel: Int) -> Double {
    let place = min(max(light, 0), 1).squareRoot() * Double(Self.entries - 1)
    let index = min(Int(place), Self.entries - 2)
    let share = place - Double(index)
    let start = channel * Self.entries + index
    return (Double(codes[start]) * (1 - share) + Double(codes[start + 1]) * share) / 65535
  }
}
