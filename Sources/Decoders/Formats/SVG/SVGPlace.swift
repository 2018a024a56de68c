import DecoderKit
import Geometry

/// Where a strip lies in a document, and how that is said in CSS.
struct SVGPlace {
  private let extent: Extent
  private let area: PixelRect
  private let scale: DrawnScale
  /// The document's length for each pixel of the strip, in the numbers that CSS has.
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

  /// The same, `division` times smaller, for the area of that level that lies there.
  func divided(by division: Double, _ area: PixelRect) -> SVGPlace {
    SVGPlace(
      area, scale.divided(by: division), extent,
      (share.x * Float(division), share.y * Float(division)))
  }

  /// What makes a surface of the document's own size one that holds the strip, where `rootStyle` is
  /// set.
  var surfaceScale: Point {
    Point(x: 1 / Double(share.x), y: 1 / Double(share.y))
  }

  /// Where it must be exact it is a power of two, and the surface up to twice as wide and high.
  private static func share(_ pixels: Int, _ length: Double, _ isExact: Bool) -> Float {
    let share = Float(length / Double(pixels))
    return isExact ? Float(sign: .plus, exponent: share.exponent, significand: 1) : share
  }

  /// The style that moves and scales the document's root so that the strip shows its part.
  ///
  /// The document is drawn at its own size on a surface that `surfaceScale` makes as large as the
  /// strip: groups, masks and filters have surfaces of that size, and lengths that are shares of
  /// the whole are what they are.
  var rootStyle: String {
    let x = Axis(scale.x, area.minX..<area.maxX)
    let y = Axis(scale.y, area.minY..<area.maxY)
    return """
      :root { overflow: visible !important; transform: scale(\(share.x), \(share.y)) \
      \(Self.transform(x, y)); }
      """
  }

  /// The style that moves and scales the group around the document.
  ///
  /// Numbers of CSS have 24 bits. So the part of the document in the strip's middle is moved there
  /// in two steps, the second of what the first one's number could not say; then 24 bits of scale
  /// are exact to a ten thousandth of a pixel in the strip's corners.
  var frameStyle: String {
    let x = Axis(scale.x, area.minX..<area.maxX)
    let y = Axis(scale.y, area.minY..<area.maxY)
    // What rules of the document say of every `svg` is not meant for the outer one, nor what they
    // say of every child of one for its group. The document's own root, no root any more, keeps the
    // size that it has as one. (A transform can't be `!important` in librsvg 2.54.)
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
    /// The document's place in the strip's middle: the sum of both.
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
