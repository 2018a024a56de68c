/// A 3 × 3 matrix that converts between sets of three colour components.
package struct Matrix3: Equatable, Sendable {
  package var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  package init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { columns = (a, b, c) }

  package static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  package static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
    Matrix3(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
  }

  /// The columns in single precision, padded with zeros to whole vectors.
  var floatColumns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    func column(_ values: SIMD3<Double>) -> SIMD4<Float> {
      SIMD4(Float(values.x), Float(values.y), Float(values.z), 0)
    }
    return (column(columns.0), column(columns.1), column(columns.2))
  }

  package static func == (left: Matrix3, right: Matrix3) -> Bool { left.columns == right.columns }

  package static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  package static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// The inverse matrix; `nil` if it is not reliable.
  ///
  /// The numbers come from files: matrices that are not finite or nearly singular are rejected.
  package var inverse: Matrix3? {
    let (a, b, c) = columns
    func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    let rows = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * rows.0).sum()
    guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
    let result = Matrix3(
      SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant,
      SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
      SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
    return result.isSane ? result : nil
  }

  /// True if all components are below 1000 in magnitude.
  package var isSane: Bool {
    for column in [columns.0, columns.1, columns.2] {
      for index in 0..<3 where !(abs(column[index]) < 1000) { return false }
    }
    return true
  }

  /// The largest difference from the identity.
  package var distanceFromIdentity: Double {
    let one = Self.identity
    var largest = 0.0
    for (a, b) in [
      (columns.0, one.columns.0), (columns.1, one.columns.1), (columns.2, one.columns.2),
    ] {
      for index in 0..<3 { largest = max(largest, abs(a[index] - b[index])) }
    }
    return largest
  }
}
