import Glibc

/// Converts L*a*b* from D65, as libvips writes it, to D50, as in ICC profiles.
///
/// The formulas are from CIE 15, the matrix is Bradford's.
enum LabAdaptation {
  /// The XYZ of white under D65, and under D50.
  private static let day = SIMD3(0.95047, 1, 1.08883)
  private static let horizon = SIMD3(0.96422, 1, 0.82521)
  /// Rows of the matrix from D65 to D50.
  private static let rows = [
    SIMD3(1.0478112, 0.0228866, -0.0501270), SIMD3(0.0295424, 0.9904844, -0.0170491),
    SIMD3(-0.0092345, 0.0150436, 0.7521316),
  ]
  /// Below this the cube root is replaced by a straight line.
  private static let edge = 6.0 / 29

  /// A colour's L*a*b* under D50; black if a component is NaN.
  static func underD50(_ color: SIMD3<Double>) -> SIMD3<Double> {
    guard !color.x.isNaN, !color.y.isNaN, !color.z.isNaN else { return .zero }
    let lightness = (min(max(color.x, 0), 100) + 16) / 116
    let (a, b) = (min(max(color.y, -256), 256), min(max(color.z, -256), 256))
    let parts = SIMD3(lightness + a / 500, lightness, lightness - b / 200)
    let light = SIMD3(cube(parts.x), cube(parts.y), cube(parts.z)) * day
    let adapted = SIMD3(
      (rows[0] * light).sum(), (rows[1] * light).sum(), (rows[2] * light).sum())
    let share = adapted / horizon
    let (x, y, z) = (root(share.x), root(share.y), root(share.z))
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func cube(_ part: Double) -> Double {
    part > edge ? part * part * part : 3 * edge * edge * (part - 4.0 / 29)
  }

  private static func root(_ light: Double) -> Double {
    light > edge * edge * edge ? cbrt(light) : light / (3 * edge * edge) + 4.0 / 29
  }
}
