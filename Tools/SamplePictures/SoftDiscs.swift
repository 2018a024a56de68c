import Glibc

/// Coloured discs with soft edges on a transparent background.
enum SoftDiscs {
  private static let width = 1600
  private static let height = 1200

  private struct Disc: Sendable {
    var x: Float
    var y: Float
    var radius: Float
    /// The fraction of the radius that fades: 0 is a hard edge, 1 fades from the middle.
    var softness: Float
    var color: Color
  }

  private static let discs: [Disc] = [
    Disc(x: 560, y: 420, radius: 360, softness: 1, color: Color(0.93, 0.26, 0.22)),
    Disc(x: 1040, y: 420, radius: 360, softness: 0.6, color: Color(0.98, 0.76, 0.18)),
    Disc(x: 800, y: 780, radius: 360, softness: 0.3, color: Color(0.16, 0.50, 0.93)),
    Disc(x: 240, y: 900, radius: 170, softness: 0.015, color: Color(0.18, 0.74, 0.42)),
    Disc(x: 1360, y: 900, radius: 170, softness: 0.9, color: Color(0.72, 0.34, 0.86)),
    Disc(x: 800, y: 540, radius: 110, softness: 0.8, color: Color(gray: 1)),
  ]

  /// Writes the discs as a PNG with an alpha channel.
  static func write(to file: Int32) throws(SampleError) {
    try PictureWriter.writePNG(to: file, width: width, height: height, channels: 4) { column, row in
      color(Float(column) + 0.5, Float(row) + 0.5)
    }
  }

  private static func color(_ x: Float, _ y: Float) -> Color {
    // Premultiplied while compositing, straight alpha at the end as PNG requires.
    var sum = Color.zero
    func lay(_ color: Color, _ opacity: Float) {
      sum = color * opacity + sum * (1 - opacity)
    }
    for disc in discs {
      let away = sqrtf((x - disc.x) * (x - disc.x) + (y - disc.y) * (y - disc.y))
      lay(disc.color, 0.92 * smoothStep(disc.radius, disc.radius * (1 - disc.softness), away))
    }
    // A bar from transparent to opaque, and a hairline frame.
    if x > 80, x < 1520, y > 1110, y < 1160 { lay(Color(gray: 0.1), (x - 80) / 1440) }
    let edge = min(x, y, Float(width) - x, Float(height) - y)
    if edge > 8 && edge < 10 { lay(Color(gray: 0.5), 0.8) }
    guard sum.w > 0 else { return .zero }
    return Color(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
  }
}
