import Glibc

/// A sign that shows which way is up, stored on its side as by a camera in portrait orientation.
enum TurnedSign {
  // The upright size.
  private static let width = 1200
  private static let height = 1600

  /// The EXIF orientation “rotate by 90° clockwise”.
  private static let orientation: UInt8 = 6

  /// Writes the sign as a JPEG with an EXIF orientation.
  static func write(to file: Int32) throws(SampleError) {
    try PictureWriter.writeJPEG(to: file, width: height, height: width, exif: exif) { column, row in
      color(Float(width - 1 - row) + 0.5, Float(column) + 0.5)
    }
  }

  /// A little-endian TIFF block whose only entry is the orientation (tag 0x0112, a short).
  private static let exif: [UInt8] =
    Array("II".utf8) + [42, 0, 8, 0, 0, 0]
    + [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    + [0, 0, 0, 0]

  private static func color(_ x: Float, _ y: Float) -> Color {
    let up = y / Float(height)
    let wave = 0.02 * sinf(x * 0.012) + 0.01 * sinf(x * 0.031 + 1)
    let sky = Color(0.30, 0.52, 0.80).mixed(with: Color(0.90, 0.90, 0.84), up * 1.2)
    let grass = Color(0.30, 0.46, 0.18).mixed(with: Color(0.13, 0.26, 0.10), (up - 0.8) * 4)
    var color = sky.mixed(with: grass, smoothStep(-0.001, 0.001, up + wave - 0.82))
    let board = box(x, y, 600, 940, 360, 480, round: 48)
    color = color.mixed(
      with: Color(gray: 0.12),
      0.35 * smoothStep(30, -20, box(x - 14, y - 18, 600, 940, 360, 480, round: 48)))
    color = color.mixed(with: Color(0.97, 0.95, 0.90), smoothStep(1, -1, board))
    color = color.mixed(with: Color(0.80, 0.17, 0.15), smoothStep(1, -1, abs(board + 26) - 7))
    // A letter that looks different in all eight orientations.
    let letter = min(
      box(x, y, 440, 960, 52, 330), box(x, y, 600, 684, 212, 54), box(x, y, 550, 930, 162, 50))
    color = color.mixed(with: Color(0.13, 0.14, 0.18), smoothStep(1, -1, letter))
    let arrow = min(box(x, y, 600, 310, 34, 130), head(x, y))
    return color.mixed(with: Color(0.98, 0.98, 0.96), smoothStep(1, -1, arrow))
  }

  /// Returns the distance of a point from a box around a centre; negative inside.
  private static func box(
    _ x: Float, _ y: Float, _ middleX: Float, _ middleY: Float, _ halfWidth: Float,
    _ halfHeight: Float, round: Float = 0
  ) -> Float {
    let dx = abs(x - middleX) - halfWidth + round
    let dy = abs(y - middleY) - halfHeight + round
    let outside = sqrtf(max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0))
    return outside + min(max(dx, dy), 0) - round
  }

  /// Returns a negative value inside the arrow's head, a triangle that points up.
  private static func head(_ x: Float, _ y: Float) -> Float {
    max(abs(x - 600) * 0.78 - (y - 70) * 0.62, y - 230)
  }
}
