import DecoderKit
import Geometry
import Glibc

/// A viewport in which a document is scaled in Double, and the style that brings a strip's part of
/// it onto the surface.
///
/// It is for filters, which round to whole pixels: a millionth of a pixel may be a whole one to
/// them. A number of CSS has 24 bits, so that the style moves by whole pixels alone and scales by a
/// power of two; the rest of the scale is the viewport's size, which librsvg divides by the
/// document's own in Double. librsvg's surfaces have the viewport's size.
struct SVGCanvas: Hashable {
  /// The viewport to draw in, at the origin of cairo's context.
  let viewport: Extent
  /// The style to set.
  let style: String
  /// How many times smaller than the document the viewport is.
  private let power: Float

  /// A surface that is so many times larger than the strip takes more than it gives.
  private static let mostSurface = 6.0

  /// For an area of a level, at a scale that is the same along both axes; `nil` where it would take
  /// too large surfaces.
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

  /// The same, `division` times smaller, for the area of that level that lies there.
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

  /// A number of up to 48 bits as the sum of two of 24.
  private static func parts(_ pixels: Int) -> (high: Float, low: Float) {
    let high = Float(pixels)
    return (high, Float(Double(pixels) - Double(high)))
  }
}
