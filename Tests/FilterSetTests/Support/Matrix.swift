/// A 3 × 3 matrix in double precision.
struct Matrix {
  var rows: [SIMD3<Double>]

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = [a, b, c] }

  init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    rows = (0..<3).map { SIMD3(a[$0], b[$0], c[$0]) }
  }

  init(diagonal d: SIMD3<Double>) {
    self.init(SIMD3(d.x, 0, 0), SIMD3(0, d.y, 0), SIMD3(0, 0, d.z))
  }

  func column(_ i: Int) -> SIMD3<Double> { SIMD3(rows[0][i], rows[1][i], rows[2][i]) }

  static func * (m: Matrix, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((m.rows[0] * v).sum(), (m.rows[1] * v).sum(), (m.rows[2] * v).sum())
  }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    Matrix(columns: a * b.column(0), a * b.column(1), a * b.column(2))
  }

  /// The inverse, by Cramer's rule.
  var inverse: Matrix {
    let (a, b, c) = (column(0), column(1), column(2))
    let volume = (a * b.cross(c)).sum()
    return Matrix(b.cross(c) / volume, c.cross(a) / volume, a.cross(b) / volume)
  }
}

extension SIMD3<Double> {
  func cross(_ o: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x)
  }
}
