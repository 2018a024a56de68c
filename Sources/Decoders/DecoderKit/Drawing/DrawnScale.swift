import Geometry
import Glibc

/// The scale at which a document's level is drawn, in pixels per unit along each axis.
///
/// Levels have whole pixels, and documents seldom do: a page of 793.7 units is 794 pixels wide at
/// 100 %. Stretching it to 794 would blur lines that lie on whole pixels of the page. So if a round
/// scale (100 %, a third, 2.5 times, a step of the wheel) gives exactly this level, the level is
/// drawn at that scale, and part of its last column or row stays empty. All other levels, such as
/// those that fit a view, are filled.
package struct DrawnScale: Hashable, Sendable {
  /// Pixels per unit, horizontally.
  package let x: Double
  /// Pixels per unit, vertically.
  package let y: Double

  /// A round number inside the interval is taken as intended if numbers of its kind are at least
  /// this many widths of the interval apart.
  private static let rarity = 4.0
  /// The same for small multiples of 0.1: an icon's level has few pixels, so its interval is wide.
  private static let rarityOfTenths = 1.5
  private static let mostTenths = 20.0

  /// The scale of a level of a document.
  package init(of level: PixelSize, _ extent: Extent) {
    let wide = Self.scales(of: level.width, extent.width)
    let high = Self.scales(of: level.height, extent.height)
    let least = max(wide.lowerBound, high.lowerBound)
    let most = min(wide.upperBound, high.upperBound)
    if least < most, let plain = Self.plainNumber(between: least, and: most) {
      (x, y) = (plain, plain)
    } else {
      x = Double(level.width) / extent.width
      y = Double(level.height) / extent.height
    }
  }

  private init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The scale divided by `number`.
  package func divided(by number: Double) -> DrawnScale {
    DrawnScale(x: x / number, y: y / number)
  }

  /// The range of scales at which a length rounds to this many pixels.
  private static func scales(of pixels: Int, _ length: Double) -> Range<Double> {
    // Every level has at least one pixel.
    let least = pixels <= 1 ? 0 : (Double(pixels) - 0.5) / length
    return least..<max(least, (Double(pixels) + 0.5) / length)
  }

  /// A round number between two bounds; `nil` if one would lie there only by chance.
  private static func plainNumber(between least: Double, and most: Double) -> Double? {
    let width = most - least
    let middle = least + width / 2
    guard middle > 0, middle.isFinite else { return nil }
    func isMeant(_ number: Double, step: Double, _ rarity: Double = rarity) -> Bool {
      // Halves of a pixel are rounded up.
      number >= least * (1 - 1e-12) && number < most && step >= rarity * width
    }
    for parts in [1.0, 2, 4, 10, 20, 100] {
      let number = (middle * parts).rounded() / parts
      let rarity = parts == 10 && middle <= mostTenths ? rarityOfTenths : rarity
      if isMeant(number, step: 1 / parts, rarity) { return number }
    }
    let part = 1 / (1 / middle).rounded()
    if isMeant(part, step: middle * middle) { return part }
    let turned = pow(wheelStep, (log(middle) / log(wheelStep)).rounded())
    return isMeant(turned, step: middle * (wheelStep - 1)) ? turned : nil
  }

  private static let wheelStep = 1.25
}
