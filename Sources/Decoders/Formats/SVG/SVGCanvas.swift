import DecoderKit
import Geometry
import Glibc

/// A viewport in which a document is scaled in Double, and the style that moves a strip's part of
/// it onto the surface.
///
/// It is for filters, which round to whole pixels, so that an error of 10⁻⁶ pixel may become a
/// whole one. CSS numbers have 24 bits, so the style moves by whole pixels only and scales by a
/// power of two; the rest of the scale is in the viewport's size, which librsvg divides by the
/// document's size in Double. librsvg's surfaces have the viewport's size.
struct SVGCanvas: Hashable {
  /// The viewport to draw in, at the origin of cairo's context.
  let viewport: Extent
  /// The style to set.
  let style: String
  /// The document's size divided by the viewport's.
  private let power: Float

  /// A surface larger than this many strips costs more than it gains.
  private static let mostSurface = 6.0

  /// The canvas for an area of a level, at the same scale along both axes; `nil` if its surfaces
  /// would be too large.
  init?(_ area: PixelRect, _ scale: Double, of extent: Extent) {
    let size = Extent(width: extent.width * scale, height: extent.height * scale)
    let room = min(
      size.width.rounded(.up) / Double(area.width), size.height.rounded(.up) / Double(area.height))
    guard room >= 1, room.isFinite else { return nil }
    power = Float(sign: .plus, exponent: Float.Exponent(room.exponent), significand: 1)
    viewport = Extent(width: size.width / Double(power), height: size.height / Double(power))
    let pixels = Double(area.width) * Double(area.height)
    guard viewport.width * viewport.height <= max(Self.mostSurface * pixels, 0x1p20) else {
      return nil
    }
    style = Self.style(area, power)
  }

  /// The canvas at 1 / `division` of the size, for an area of that level.
  func divided(by division: Double, _ area: PixelRect) -> SVGCanvas {
    SVGCanvas(
      viewport: Extent(width: viewport.width / division, height: viewport.height / division),
      style: Self.style(area, power), power: power)
  }

  private init(viewport: Extent, style: String, power: Float) {
    self.viewport = viewport
    self.style = style
    self.power = power
  }

  private static func style(_ area: PixelRect, _ power: Float) -> String {
    let (x, y) = (parts(area.minX), parts(area.minY))
    return """
      :root { overflow: visible !important; transform: translate(\(-x.high)px, \(-y.high)px) \
      translate(\(-x.low)px, \(-y.low)px) scale(\(power)); }
      """
  }

  /// Splits a number of up to 48 bits into the sum of two with 24.
  private static func parts(_ pixels: Int) -> (high: Float, low: Float) {
    let high = Float(pixels)
    return (high, Float(Double(pixels) - Double(high)))
  }
}
