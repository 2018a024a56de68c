import DecoderKit
import Geometry

/// A strip's position in a document, and its CSS transform.
struct SVGPlacement {
  private let extent: Extent
  private let area: PixelRect
  private let scale: DrawnScale
  /// The document's length per pixel of the strip, as CSS numbers.
  private let share: (x: Float, y: Float)

  /// `isExact` keeps whole pixels whole for filters, which round to them.
  init(_ area: PixelRect, _ scale: DrawnScale, of extent: Extent, isExact: Bool) {
    self.extent = extent
    self.area = area
    self.scale = scale
    share = (
      Self.share(area.width, extent.width, isExact), Self.share(area.height, extent.height, isExact)
    )
  }

  private init(_ area: PixelRect, _ scale: DrawnScale, _ extent: Extent, _ share: (Float, Float)) {
    self.extent = extent
    self.area = area
    self.scale = scale
    self.share = share
  }

  /// The placement at 1 / `division` of the size, for an area of that level.
  func divided(by division: Double, _ area: PixelRect) -> SVGPlacement {
    SVGPlacement(
      area, scale.divided(by: division), extent,
      (share.x * Float(division), share.y * Float(division)))
  }

  /// The scale from a surface of the document's own size to one for the strip, with `rootStyle`
  /// set.
  var surfaceScale: Point {
    Point(x: 1 / Double(share.x), y: 1 / Double(share.y))
  }

  /// The document's length per pixel; if `isExact`, rounded down to a power of two, so that the
  /// surface is up to twice as wide and high.
  private static func share(_ pixels: Int, _ length: Double, _ isExact: Bool) -> Float {
    let share = Float(length / Double(pixels))
    return isExact ? Float(sign: .plus, exponent: share.exponent, significand: 1) : share
  }

  /// The style that transforms the document's root so that the strip shows its part.
  ///
  /// The document is drawn at its own size on a surface that `surfaceScale` makes as large as the
  /// strip: groups, masks and filters use surfaces of that size, and percentages keep their
  /// meaning.
  var rootStyle: String {
    let x = Axis(scale.x, area.minX..<area.maxX)
    let y = Axis(scale.y, area.minY..<area.maxY)
    return """
      :root { overflow: visible !important; transform: scale(\(share.x), \(share.y)) \
      \(Self.transform(x, y)); }
      """
  }

  /// The style that transforms the group around the document.
  ///
  /// CSS numbers have 24 bits. So the document is translated in two steps, the second with the
  /// remainder of the first; 24 bits of scale are then exact to 1/10 000 pixel at the strip's
  /// corners.
  var frameStyle: String {
    let x = Axis(scale.x, area.minX..<area.maxX)
    let y = Axis(scale.y, area.minY..<area.maxY)
    // The document's rules for every `svg`, or every child of one, are not meant for the outer
    // document and its group. The document's own root, which is no longer the root, keeps its size.
    // (A transform can't be `!important` in librsvg 2.54.)
    return """
      :root, :root > switch { opacity: 1 !important; filter: none !important; mask: none !important; \
      clip-path: none !important; display: inline !important; mix-blend-mode: normal !important; }
      :root > switch { transform: \(Self.transform(x, y)); }
      :root > switch > * { x: 0 !important; y: 0 !important; width: \(extent.width)px !important; \
      height: \(extent.height)px !important; overflow: visible !important; }
      """
  }

  private static func transform(_ x: Axis, _ y: Axis) -> String {
    "translate(\(x.middle)px, \(y.middle)px) scale(\(x.scale), \(y.scale)) "
      + "translate(\(-x.high)px, \(-y.high)px) translate(\(-x.low)px, \(-y.low)px)"
  }

  private struct Axis {
    var middle: Float
    var scale: Float
    /// The document's position at the strip's middle: the sum of both.
    var high: Float
    var low: Float

    init(_ exact: Double, _ part: Range<Int>) {
      scale = Float(exact)
      middle = Float(Double(part.count) / 2)
      let place = (Double(part.lowerBound) + Double(part.count) / 2) / exact
      high = Float(place)
      low = Float(place - Double(high))
    }
  }
}
