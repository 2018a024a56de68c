import Outlines

extension AffineTransform {
  /// Where distances go.
  var linear: LinearMap { LinearMap(a: a, b: b, c: c, d: d) }
}

extension Stroke {
  /// How its pen draws, in the unit of its width.
  var pen: PenStroke {
    PenStroke(width: width.number, cap: cap.pen, join: join.pen, miterLimit: miterLimit)
  }
}

extension Stroke.Cap {
  fileprivate var pen: PenStroke.Cap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension Stroke.Join {
  fileprivate var pen: PenStroke.Join {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}
