import Fresnel
import FresnelDrawing
import Geometry
import Glibc
import Outlines

/// Shows a delegate's world in a view drawn in memory.
struct Shown {
  let view: FresnelView
  let source: DrawingSource

  init(
    _ delegate: any TileDelegate, size: PixelSize = PixelSize(width: 640, height: 480),
    background: PaintColor? = .white, usesGL: Bool = true
  ) throws {
    var options = FresnelOptions()
    options.usesGL = usesGL
    options.settings.scaleRange = 1e-6...1e15
    view = try FresnelView(offscreen: size, options: options)
    source = try DrawingSource(delegate: delegate, background: background)
    view.show(source)
    _ = try view.pixels()
  }

  /// Returns the view at a scale, around a point.
  func look(at center: Point, scale: Double) throws -> Seen {
    view.zoom(to: scale, center: PicturePoint(center), animated: false)
    return try now()
  }

  /// Returns the view as it is now.
  func now() throws -> Seen {
    let pixels = try view.pixels()
    let zero = view.surfacePoint(of: PicturePoint(x: 0, y: 0))
    let extent = source.info?.extent ?? Extent(width: 1, height: 1)
    let far = view.surfacePoint(of: PicturePoint(x: extent.width, y: extent.height))
    let world = source.world
    let scale = Point(x: (far.x - zero.x) / extent.width, y: (far.y - zero.y) / extent.height)
    return Seen(
      pixels: pixels,
      place: AffineTransform(
        a: scale.x, b: 0, c: 0, d: scale.y, tx: zero.x - world.minX * scale.x,
        ty: zero.y - world.minY * scale.y))
  }
}

/// A view's pixels, and the world's transform to them.
struct Seen {
  let pixels: ViewPixels
  /// From world to surface.
  let place: AffineTransform

  /// R, G, B, A.
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * pixels.size.width + x) * 4
    return Array(pixels.bytes[at..<at + 4])
  }
}

/// The difference between two pictures.
struct PixelDifference: CustomStringConvertible {
  /// The mean over all bytes, in 255ths.
  var mean = 0.0
  /// The fraction of the pixels with a byte that is off by more than 24.
  var far = 0.0
  /// The maximum over all bytes.
  var most = 0.0
  var place = (0, 0)

  /// True if the difference is explained by antialiasing.
  var isAntialiasing: Bool { mean <= 1 && far <= 0.001 }

  var description: String { "mean \(mean), off \(far * 100) %, most \(most) at \(place)" }

  /// Compares a view with a colour for each pixel: R, G, B from 0 to 1, already over the
  /// background.
  init(_ seen: Seen, _ expected: (_ x: Int, _ y: Int) -> (Double, Double, Double)) {
    let size = seen.pixels.size
    var sum = 0.0
    var count = 0
    seen.pixels.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let wanted = expected(x, y)
          let at = (y * size.width + x) * 4
          let off = [
            abs(Double(bytes[at]) - wanted.0 * 255), abs(Double(bytes[at + 1]) - wanted.1 * 255),
            abs(Double(bytes[at + 2]) - wanted.2 * 255),
          ]
          sum += off[0] + off[1] + off[2]
          let worst = off.max() ?? 0
          if worst > 24 { count += 1 }
          if worst > most {
            most = worst
            place = (x, y)
          }
        }
      }
    }
    mean = sum / Double(size.width * size.height * 3)
    far = Double(count) / Double(size.width * size.height)
  }
}

/// The coverage of a pixel by a shape, whose signed distance in pixels is given, negative inside.
func coverage(_ x: Int, _ y: Int, _ distance: (Point) -> Double) -> Double {
  let middle = distance(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
  if middle > 1 { return 0 }
  if middle < -1 { return 1 }
  var inside = 0
  for row in 0..<16 {
    for column in 0..<16 {
      let point = Point(
        x: Double(x) + (Double(column) + 0.5) / 16, y: Double(y) + (Double(row) + 0.5) / 16)
      if distance(point) <= 0 { inside += 1 }
    }
  }
  return Double(inside) / 256
}
