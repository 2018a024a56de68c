import CCairo
import Geometry
import Outlines

/// A context's line style, in pixels.
struct LineStyle {
  /// The map from the line's units to pixels.
  let pen: LinearMap
  /// The width in user space.
  let width: Double
  private let stroke: PenStroke
  private let reach: Double
  /// True if cairo's own stroker would fail.
  let isWide: Bool

  /// The widest line passed to cairo's stroker, in pixels.
  private static let widest = 4096.0
  /// The farthest that caps and corners passed to it may reach from the line, in pixels.
  private static let farthest = 12_288.0
  /// Dashes with a shorter period in pixels are left to cairo: they can't be seen.
  private static let finest = 0.05

  init(_ cairo: OpaquePointer) {
    pen = UserSpace(cairo).linear
    width = cairo_get_line_width(cairo)
    stroke = PenStroke(
      width: width, cap: PenStroke.Cap(cairo_get_line_cap(cairo)),
      join: PenStroke.Join(cairo_get_line_join(cairo)), miterLimit: cairo_get_miter_limit(cairo))
    let stretch = pen.stretch
    reach = stroke.reach * stretch
    isWide = width * stretch > Self.widest || reach > Self.farthest
  }

  /// Strokes a path that is beyond cairo's range, or a line too wide for it.
  func draw(_ path: PixelPath, _ cairo: OpaquePointer) {
    guard width > 0, reach.isFinite, let back = pen.inverse else { return }
    let dashes = Dashes(cairo)
    let lengths = dashes.lengths(atLeast: Self.finest / pen.stretch)
    let near = Rect.clamped
    guard isWide || !lengths.isEmpty else {
      path.hand(to: cairo, box: near.grown(by: reach), closesParts: false)
      return SystemCairo.functions.strokePreserve(cairo)
    }
    var cutter = LineCutter(
      box: near.grown(by: reach), reach: reach, pen: back, dashes: lengths, phase: dashes.phase)
    path.send(to: &cutter)
    cutter.finish()
    SystemCairo.functions.newPath(cairo)
    if isWide {
      inPixels(cairo) {
        var wide = StrokeOutline(
          stroke, pen: pen, back: back, box: near,
          to: PathClamp(CairoPathSink(cairo: cairo), box: near, closesParts: true))
        for line in cutter.lines { wide.add(line) }
        wide.sink.finish()
      }
      let rule = cairo_get_fill_rule(cairo)
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
      SystemCairo.functions.fillPreserve(cairo)
      cairo_set_fill_rule(cairo, rule)
    } else {
      inPixels(cairo) {
        var sink = PathClamp(
          CairoPathSink(cairo: cairo), box: near.grown(by: reach), closesParts: false)
        for line in cutter.lines { line.send(to: &sink) }
        sink.finish()
      }
      cairo_set_dash(cairo, nil, 0, 0)
      SystemCairo.functions.strokePreserve(cairo)
      dashes.set(cairo)
    }
  }
}

/// A context's dashes.
private struct Dashes {
  private var numbers: [Double]
  private(set) var phase = 0.0

  init(_ cairo: OpaquePointer) {
    numbers = [Double](repeating: 0, count: Int(max(0, cairo_get_dash_count(cairo))))
    if !numbers.isEmpty { cairo_get_dash(cairo, &numbers, &phase) }
  }

  func set(_ cairo: OpaquePointer) { cairo_set_dash(cairo, numbers, Int32(numbers.count), phase) }

  /// An even number of lengths; empty if their period is at most `shortest`.
  func lengths(atLeast shortest: Double) -> [Double] {
    let all = numbers.count % 2 == 0 ? numbers : numbers + numbers
    let period = all.reduce(0, +)
    return period > shortest && period.isFinite ? all : []
  }
}

extension PenStroke.Cap {
  fileprivate init(_ cap: cairo_line_cap_t) {
    switch cap {
    case CAIRO_LINE_CAP_ROUND: self = .round
    case CAIRO_LINE_CAP_SQUARE: self = .square
    default: self = .butt
    }
  }
}

extension PenStroke.Join {
  fileprivate init(_ join: cairo_line_join_t) {
    switch join {
    case CAIRO_LINE_JOIN_ROUND: self = .round
    case CAIRO_LINE_JOIN_BEVEL: self = .bevel
    default: self = .miter
    }
  }
}
