import Glibc

/// A colour in CIE L*a*b*, and the visible difference between two.
public struct LabColor: Hashable, Sendable {
  /// L*: 0 is black, 100 white.
  public var lightness: Double
  /// a*: from green (negative) to red.
  public var a: Double
  /// b*: from blue (negative) to yellow.
  public var b: Double

  /// Creates a colour from its coordinates.
  public init(_ lightness: Double, _ a: Double, _ b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The difference between two colours: CIEDE2000, with all weights 1.
  ///
  /// After G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula", Color
  /// Research & Application 30 (2005), equations 2 to 22.
  public func difference(from other: LabColor) -> Double {
    let power = 6103515625.0  // 25⁷
    func root(_ chroma: Double) -> Double {
      let seventh = pow(chroma, 7)
      return (seventh / (seventh + power)).squareRoot()
    }
    let mean = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let stretch = 1 + (1 - root(mean)) / 2
    let (chroma1, chroma2) = (hypot(a * stretch, b), hypot(other.a * stretch, other.b))
    let (hue1, hue2) = (Self.hue(a * stretch, b), Self.hue(other.a * stretch, other.b))
    let isGray = chroma1 * chroma2 == 0

    var turn = isGray ? 0 : hue2 - hue1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let lightnessStep = other.lightness - lightness
    let chromaStep = chroma2 - chroma1
    let hueStep = 2 * (chroma1 * chroma2).squareRoot() * sin(Self.radians(turn / 2))

    let meanLightness = (lightness + other.lightness) / 2
    let meanChroma = (chroma1 + chroma2) / 2
    var meanHue = hue1 + hue2
    if !isGray {
      if abs(hue1 - hue2) > 180 { meanHue += meanHue < 360 ? 360 : -360 }
      meanHue /= 2
    }
    let t =
      1 - 0.17 * cos(Self.radians(meanHue - 30)) + 0.24 * cos(Self.radians(2 * meanHue))
      + 0.32 * cos(Self.radians(3 * meanHue + 6)) - 0.20 * cos(Self.radians(4 * meanHue - 63))
    let rotation = 30 * exp(-pow((meanHue - 275) / 25, 2))
    let fromMiddle = pow(meanLightness - 50, 2)
    let lightnessWeight = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
    let chromaWeight = 1 + 0.045 * meanChroma
    let hueWeight = 1 + 0.015 * meanChroma * t
    let mixed = -sin(Self.radians(2 * rotation)) * 2 * root(meanChroma)

    let (l, c, h) = (
      lightnessStep / lightnessWeight, chromaStep / chromaWeight, hueStep / hueWeight
    )
    return max(0, l * l + c * c + h * h + mixed * c * h).squareRoot()
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    guard a != 0 || b != 0 else { return 0 }
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
