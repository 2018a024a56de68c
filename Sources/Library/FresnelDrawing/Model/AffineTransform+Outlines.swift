import Outlines

extension AffineTransform {
  /// The transform of vectors.
  var linear: LinearMap { LinearMap(a: a, b: b, c: c, d: d) }
}

extension Stroke {
  /// The pen, in the unit of the stroke's width.
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
