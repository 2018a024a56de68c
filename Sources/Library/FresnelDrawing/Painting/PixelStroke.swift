import Geometry

/// A stroke as drawn on pixels: with its pen there, and dashes that can be drawn.
struct PixelStroke {
  /// The stroke; its paint is fainter if its dashes are too fine to be visible.
  private(set) var stroke: Stroke
  /// The transform from the stroke's unit to pixels, without translation.
  let pen: AffineTransform
  let back: AffineTransform
  /// Alternating lengths of dashes and gaps, an even number of them.
  private(set) var dashes: [Double]
  /// How far it extends from the path, in pixels.
  let reach: Double
  /// True if cairo's stroker would draw it wrong.
  let isWide: Bool

  /// The widest line for cairo's stroker, in pixels.
  private static let widest = 4096.0
  /// The longest corner for cairo's stroker, in pixels.
  private static let farthest = 16_384.0
  /// Dash patterns shorter than this many pixels are drawn with their average opacity.
  private static let finest = 0.25

  /// Creates the stroke as drawn on pixels; `nil` if it would be invisible.
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
  /// Returns the paint with its opacity multiplied by a factor.
  fileprivate func faded(by factor: Double) -> Paint {
    switch self {
    case .color(let color): return .color(color.faded(by: factor))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { .init($0.place, $0.color.faded(by: factor)) }
      return .gradient(gradient)
    }
  }
}
