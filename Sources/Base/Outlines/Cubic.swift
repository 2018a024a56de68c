import Geometry
import Glibc

/// A cubic Bézier curve between two points, in pixels.
package struct Cubic {
  package var a: Point
  package var b: Point
  package var c: Point
  package var d: Point

  /// Creates the curve from `a` to `d` with the control points `b` and `c`.
  package init(a: Point, b: Point, c: Point, d: Point) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The two halves of the curve.
  package var halves: (Cubic, Cubic) {
    let ab = (a + b) * 0.5
    let bc = (b + c) * 0.5
    let cd = (c + d) * 0.5
    let abc = (ab + bc) * 0.5
    let bcd = (bc + cd) * 0.5
    let middle = (abc + bcd) * 0.5
    return (Cubic(a: a, b: ab, c: abc, d: middle), Cubic(a: middle, b: bcd, c: cd, d: d))
  }

  /// The direction at the start.
  package var leaving: Point { [b - a, c - a].first { $0 != .zero } ?? d - a }
  /// The direction at the end.
  package var arriving: Point { [d - c, d - b].first { $0 != .zero } ?? d - a }

  /// The bounding box of the control points.
  package var hull: Rect {
    var box = Rect.nothing
    for point in [a, b, c, d] { box.add(point) }
    return box
  }

  /// True if the curve stays within a tolerance, in pixels, of the line between its ends.
  package func isFlat(_ tolerance: Double) -> Bool {
    isNear(b, tolerance) && isNear(c, tolerance)
  }

  private func isNear(_ control: Point, _ tolerance: Double) -> Bool {
    let way = d - a
    let to = control - a
    let length = way.length
    guard length > tolerance else { return to.length <= tolerance }
    let along = (to.x * way.x + to.y * way.y) / length
    return abs(to.x * way.y - to.y * way.x) <= tolerance * length
      && along >= -tolerance && along <= length + tolerance
  }

  /// Returns the length under a linear map, by five-point Gauss–Legendre quadrature.
  package func length(_ map: LinearMap) -> Double {
    let places = [
      (0.5, 0.284_444_444_444_444_4), (0.230_765_344_947_158_45, 0.239_314_335_249_683_2),
      (0.769_234_655_052_841_5, 0.239_314_335_249_683_2),
      (0.046_910_077_030_668, 0.118_463_442_528_094_5),
      (0.953_089_922_969_332, 0.118_463_442_528_094_5),
    ]
    return places.reduce(0) { sum, place in
      let (t, weight) = place
      let s = 1 - t
      let way = (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
      return sum + map.apply(way).length * weight
    }
  }
}

extension Cubic {
  /// The tight bounding box of the curve.
  package var bounds: Rect {
    var box = Rect.nothing
    box.add(a)
    box.add(d)
    for t in turningPoints(a.x, b.x, c.x, d.x) + turningPoints(a.y, b.y, c.y, d.y) {
      let s = 1 - t
      box.add(a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t))
    }
    return box
  }
}

/// Returns the parameters between 0 and 1 at which a cubic has an extremum on one axis.
private func turningPoints(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
  let low = min(a, d)
  let high = max(a, d)
  if b >= low, b <= high, c >= low, c <= high { return [] }
  let p = d - a + 3 * (b - c)
  let q = 2 * (a - 2 * b + c)
  let r = b - a
  guard abs(p) > 1e-12 * (abs(q) + abs(r)) else {
    return q == 0 ? [] : [-r / q].filter { $0 > 0 && $0 < 1 }
  }
  let root = q * q - 4 * p * r
  guard root >= 0 else { return [] }
  let s = root.squareRoot()
  return [(-q + s) / (2 * p), (-q - s) / (2 * p)].filter { $0 > 0 && $0 < 1 }
}
