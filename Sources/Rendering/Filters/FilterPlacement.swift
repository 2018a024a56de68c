import Geometry
import ViewGeometry

/// Where filters find the picture: the view's pixels in the picture and back, affine both ways.
struct FilterPlacement: Hashable {
  /// The point under the view's corner, and the steps to the right and down.
  var image: (origin: Point, right: Point, down: Point) {
    (imageOrigin, imageRight, imageDown)
  }
  private let imageOrigin: Point
  private let imageRight: Point
  private let imageDown: Point
  private let viewOrigin: Point
  private let viewRight: Point
  private let viewDown: Point

  /// Where the picture's corner is in the view, and the steps of its pixels to the right and down.
  var view: (origin: Point, right: Point, down: Point) { (viewOrigin, viewRight, viewDown) }
  /// The picture's size, upright, in its pixels.
  let size: Extent
  /// Device pixels per image pixel.
  let zoom: Double

  /// The placement of a view.
  init(_ view: Viewport) {
    size = view.picture
    zoom = view.scale
    // Over long distances: the difference of neighbours is mostly rounding far from the corner.
    let far = 4096.0
    imageOrigin = view.imagePoint(at: .zero)
    imageRight = (view.imagePoint(at: Point(x: far, y: 0)) - imageOrigin) * (1 / far)
    imageDown = (view.imagePoint(at: Point(x: 0, y: far)) - imageOrigin) * (1 / far)
    let width = max(1, size.width)
    let height = max(1, size.height)
    viewOrigin = view.devicePoint(of: .zero)
    viewRight = (view.devicePoint(of: Point(x: width, y: 0)) - viewOrigin) * (1 / width)
    viewDown = (view.devicePoint(of: Point(x: 0, y: height)) - viewOrigin) * (1 / height)
  }
}
