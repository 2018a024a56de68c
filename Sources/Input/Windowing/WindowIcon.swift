import Geometry

/// The program's icon, drawn by code: a Fresnel lens seen from the front.
///
/// Its rings have equal areas, like those of a real zone plate, and each is shaded like its facet's
/// slope.
enum WindowIcon {
  /// Returns the icon in all sizes in the format of `_NET_WM_ICON`: width, height, then rows of
  /// ARGB.
  static func property(sizes: [Int] = [16, 32, 48, 64, 128]) -> [UInt] {
    var numbers: [UInt] = []
    numbers.reserveCapacity(sizes.reduce(0) { $0 + 2 + $1 * $1 })
    for size in sizes {
      numbers.append(UInt(size))
      numbers.append(UInt(size))
      for y in 0..<size {
        for x in 0..<size { numbers.append(UInt(pixel(x: x, y: y, size: size))) }
      }
    }
    return numbers
  }

  /// Returns a pixel with straight alpha, 0xAARRGGBB.
  static func pixel(x: Int, y: Int, size: Int) -> UInt32 {
    let samples = 2
    let radius = Double(size) / 2
    let rings = size < 32 ? 3.0 : 5.0
    var coverage = 0.0
    var shade = 0.0
    for row in 0..<samples {
      for column in 0..<samples {
        let dx = Double(x) + (Double(column) + 0.5) / Double(samples) - radius
        let dy = Double(y) + (Double(row) + 0.5) / Double(samples) - radius
        let area = (dx * dx + dy * dy) / (radius * radius)
        guard area < 1 else { continue }
        coverage += 1
        let phase = area * rings
        // Light from above: facets in the upper half are bright on the outside, in the lower half
        // on the inside.
        let slope = phase - phase.rounded(.down)
        let upwards = 0.5 - 0.5 * dy / max(0.001, (dx * dx + dy * dy).squareRoot())
        shade += (upwards * slope + (1 - upwards) * (1 - slope)) * 0.75 + (1 - area) * 0.25
      }
    }
    guard coverage > 0 else { return 0 }
    shade /= coverage
    let alpha = UInt32((coverage / Double(samples * samples) * 255).rounded())
    func channel(_ dark: Double, _ light: Double) -> UInt32 {
      UInt32((dark + (light - dark) * shade).rounded())
    }
    return alpha << 24 | channel(12, 214) << 16 | channel(74, 244) << 8 | channel(110, 250)
  }
}
