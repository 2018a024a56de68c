import Geometry
import Glibc

/// A cubic curve between two points, in pixels.
struct Cubic {
  var a: Point
  var b: Point
  var c: Point
  var d: Point

  /// Its two halves.
  var halves: (Cubic, Cubic) {
    let ab = (a + b) * 0.5
    let bc = (b + c) * 0.5
    let cd = (c + d) * 0.5
    let abc = (ab + bc) * 0.5
    let bcd = (bc + cd) * 0.5
    let middle = (abc + bcd) * 0.5
    return (Cubic(a: a, b: ab, c: abc, d: middle), Cubic(a: middle, b: bcd, c: cd, d: d))
  }

  /// Where it goes at its start.
  var leaving: Point { [b - a, c - a].first { $0 != .zero } ?? d - a }
  /// Where it goes at its end.
  var arriving: Point { [d - c, d - b].first { $0 != .zero } ?? d - a }

  /// A box around it.
  var hull: Rect {
    var box = Rect.nothing
    for point in [a, b, c, d] { box.add(point) }
    return box
  }

  /// Whether it is nowhere farther than so many pixels from the line between its ends.
  func isFlat(_ tolerance: Double) -> Bool {
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

  /// How long it is, seen through a map of distances: by five points of Gauss and Legendre.
  func length(_ map: AffineTransform) -> Double {
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
      return sum + map.applyLinear(way).length * weight
    }
  }
}
