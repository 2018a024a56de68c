import Geometry
import Glibc

/// Pixels a unit of a document, along each axis, at which a level of it is drawn.
///
/// Levels have whole pixels, and documents seldom have: a page of 793.7 units is 794 pixels wide at
/// 100 %. Stretched to these, lines that the page has on whole pixels would be blurred. So where a
/// scale that people name makes just this level (100 %, a third, 2.5 times, a step of the wheel),
/// the level is drawn at that, and a part of its last column or row stays empty. All others,
/// those that fit a view above all, fill their level.
package struct DrawnScale: Hashable, Sendable {
  /// Pixels a unit from left to right.
  package let x: Double
  /// Pixels a unit from top to bottom.
  package let y: Double

  /// How far apart numbers of a kind must be, in widths of what is looked at, so that one of them
  /// counts as meant.
  private static let rarity = 4.0
  /// The same of tenths while they are small: a level of an icon has few pixels, and many scales.
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

  /// The same of what is so many times smaller.
  package func divided(by number: Double) -> DrawnScale {
    DrawnScale(x: x / number, y: y / number)
  }

  /// The scales at which a length is rounded to so many pixels.
  private static func scales(of pixels: Int, _ length: Double) -> Range<Double> {
    // No level has less than a pixel.
    let least = pixels <= 1 ? 0 : (Double(pixels) - 0.5) / length
    return least..<max(least, (Double(pixels) + 0.5) / length)
  }

  /// A number between two that stands out by being plain; `nil` where one lies there by chance if
  /// at all.
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
