import Geometry

/// How a stroke looks on pixels: with the pen that it has there, and dashes that can be drawn.
struct PixelStroke {
  /// The stroke; its paint is fainter where its dashes are too fine to be seen.
  private(set) var stroke: Stroke
  /// From the stroke's unit to pixels; only distances count.
  let pen: AffineTransform
  let back: AffineTransform
  /// Lengths drawn and left out by turns, an even number of them.
  private(set) var dashes: [Double]
  /// How far it reaches from the path, in pixels.
  let reach: Double
  /// Whether cairo's own stroker would get it wrong.
  let isWide: Bool

  /// The widest line that cairo's stroker is given, in pixels.
  private static let widest = 4096.0
  /// The longest corner that it is given, in pixels.
  private static let farthest = 16_384.0
  /// Dashes that repeat within fewer pixels than this are drawn as their mean.
  private static let finest = 0.25

  /// `nil` where nothing would be seen of it.
  init?(_ stroke: Stroke, _ transform: AffineTransform) {
    switch stroke.width {
    case .units:
      pen = AffineTransform(
        a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
    case .pixels: pen = .identity
    }
    guard stroke.width.number > 0, stroke.width.number.isFinite, let back = pen.inverse else {
      return nil
    }
    self.stroke = stroke
    self.back = back
    reach = stroke.reach * pen.stretch
    isWide = stroke.width.number * pen.stretch > Self.widest || reach > Self.farthest
    let lengths = stroke.dashes.map { max(0, $0) }
    let all = lengths.count % 2 == 0 ? lengths : lengths + lengths
    let period = all.reduce(0, +)
    dashes = all
    guard period > 0, period.isFinite else {
      dashes = []
      return
    }
    if period * pen.stretch < Self.finest {
      var drawn = 0.0
      for index in stride(from: 0, to: all.count, by: 2) { drawn += all[index] }
      self.stroke.paint = stroke.paint.faded(by: drawn / period)
      dashes = []
    }
  }
}

extension Paint {
  /// The same, so many times as opaque.
  fileprivate func faded(by factor: Double) -> Paint {
    switch self {
    case .color(let color): return .color(color.faded(by: factor))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { .init($0.place, $0.color.faded(by: factor)) }
      return .gradient(gradient)
    }
  }
}
