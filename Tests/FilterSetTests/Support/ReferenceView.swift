import Filters
import Geometry

/// A view's pixels before a filter, in double precision: premultiplied, in the filter's own light.
struct ReferenceView {
  let size: PixelSize
  /// Device pixels per image pixel.
  let zoom: Double
  private let pixels: [SIMD4<Double>]
  private let light: FilterLight

  /// Creates a view of a picture at a zoom of 1 or more, with crisp or bilinear pixels.
  ///
  /// Below 1, `picture` is the level that the view shows, texel for pixel.
  init(_ picture: TestPicture, zoom: Double, isCrisp: Bool, light: FilterLight) {
    let scale = max(1, zoom)
    size = PixelSize(
      width: Int((Double(picture.size.width) * scale).rounded()),
      height: Int((Double(picture.size.height) * scale).rounded()))
    self.zoom = zoom
    self.light = light
    var pixels: [SIMD4<Double>] = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let u = (Double(x) + 0.5) / scale
        let v = (Double(y) + 0.5) / scale
        let color =
          isCrisp
          ? SIMD4<Double>(picture.premultiplied(Int(u), Int(v)))
          : Self.mixed(u, v) { SIMD4<Double>(picture.premultiplied($0, $1)) }
        pixels.append(Self.turned(color / 255, to: light))
      }
    }
    self.pixels = pixels
  }

  /// The premultiplied pixel at a position, clamped to the picture's edge.
  subscript(x: Int, y: Int) -> SIMD4<Double> {
    pixels[max(0, min(size.height - 1, y)) * size.width + max(0, min(size.width - 1, x))]
  }

  /// The premultiplied colour at a point of the view, interpolated between pixels.
  subscript(x: Double, y: Double) -> SIMD4<Double> { Self.mixed(x, y) { self[$0, $1] } }

  /// The colour at a distance from a pixel, composited over the pixel's own straight colour.
  func over(_ x: Int, _ y: Int, right: Double, down: Double) -> SIMD3<Double> {
    let other = self[Double(x) + 0.5 + right, Double(y) + 0.5 + down]
    return other.rgb + (1 - other.w) * straight(x, y).rgb
  }

  /// The straight colour of a pixel.
  func straight(_ x: Int, _ y: Int) -> SIMD4<Double> { self[x, y].divided }

  /// The displayed pixels if a formula gives each pixel's straight colour: premultiplied bytes.
  func filtered(_ formula: (_ x: Int, _ y: Int) -> SIMD4<Double>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var color = formula(x, y)
        precondition((color * color).sum().isFinite)
        if light == .linear { color = SIMD4(Light.encoded(color.rgb), color.w) }
        let shown = Difference.displayed(color).rounded(.toNearestOrEven)
        bytes += [UInt8(shown.x), UInt8(shown.y), UInt8(shown.z), UInt8(shown.w)]
      }
    }
    return bytes
  }

  private static func mixed(
    _ x: Double, _ y: Double, _ pixel: (Int, Int) -> SIMD4<Double>
  ) -> SIMD4<Double> {
    let (u, v) = (x - 0.5, y - 0.5)
    let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    let (right, down) = (u - Double(column), v - Double(row))
    let top = pixel(column, row) * (1 - right) + pixel(column + 1, row) * right
    let bottom = pixel(column, row + 1) * (1 - right) + pixel(column + 1, row + 1) * right
    return top * (1 - down) + bottom * down
  }

  private static func turned(_ color: SIMD4<Double>, to light: FilterLight) -> SIMD4<Double> {
    guard light == .linear else { return color }
    return SIMD4(Light.linear(color.divided.rgb) * color.w, color.w)
  }
}

extension SIMD4<Double> {
  /// Converts a premultiplied colour to a straight one; zero if alpha is 0.
  var divided: SIMD4<Double> {
    w > 0 ? SIMD4(x / w, y / w, z / w, w) : .zero
  }
}
