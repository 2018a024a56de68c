import Glibc

/// The Lanczos kernel with three lobes on each side.
enum LanczosKernel {
  /// The kernel's reach on each side, in samples of the coarser grid.
  static let reach = 3.0

  private static let density = 1024
  // Two sines for every weight would cost 1 to 2 ms before a picture's first row; linear
  // interpolation in this table is accurate to one part in a million.
  private static let table: [Float] = (0...(3 * density + 1)).map { index in
    Float(exact(Double(index) / Double(density)))
  }

  /// The kernel's value `distance` samples from its centre.
  static func value(_ distance: Double) -> Double {
    let position = abs(distance) * Double(density)
    guard position < reach * Double(density) else { return 0 }
    let index = Int(position)
    let fraction = position - Double(index)
    return Double(table[index]) * (1 - fraction) + Double(table[index + 1]) * fraction
  }

  private static func exact(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if x >= reach { return 0 }
    let angle = Double.pi * x
    return sin(angle) / angle * sin(angle / reach) / (angle / reach)
  }
}
