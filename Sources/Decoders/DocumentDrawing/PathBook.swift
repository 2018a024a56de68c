import CCairo
import Geometry
import Outlines

/// The paths of all contexts that are being drawn on.
///
/// Documents are drawn on one thread; what was drawn before on another had ended by then.
enum PathBook {
  private struct Pages {
    var paths: [OpaquePointer: UnsafeMutablePointer<HeldPath>] = [:]
    /// The context that was asked for last: nearly every call is for the same.
    var latest: (cairo: OpaquePointer, path: UnsafeMutablePointer<HeldPath>)?
    var hasPaths = false
  }

  /// Behind a pointer, since it is looked at for each point of a document.
  nonisolated(unsafe) private static let pages: UnsafeMutablePointer<Pages> = {
    let pages = UnsafeMutablePointer<Pages>.allocate(capacity: 1)
    pages.initialize(to: Pages())
    return pages
  }()

  /// Whether a library has drawn through here.
  static var hasPaths: Bool { pages.pointee.hasPaths }

  /// Changes the path of a context.
  static func change<Value>(_ cairo: OpaquePointer, _ body: (inout HeldPath) -> Value) -> Value {
    body(&path(of: cairo).pointee)
  }

  /// Whether a context has a path that cairo does not.
  static func isFar(_ cairo: OpaquePointer) -> Bool { path(of: cairo).pointee.isFar }

  /// Notes that a library has drawn through here.
  static func notePath() { pages.pointee.hasPaths = true }

  /// A context's memory may be another's from now on.
  static func forget(_ cairo: OpaquePointer) {
    if pages.pointee.latest?.cairo == cairo { pages.pointee.latest = nil }
    guard let path = pages.pointee.paths.removeValue(forKey: cairo) else { return }
    path.deinitialize(count: 1)
    path.deallocate()
  }

  private static func path(of cairo: OpaquePointer) -> UnsafeMutablePointer<HeldPath> {
    if let latest = pages.pointee.latest, latest.cairo == cairo { return latest.path }
    let path = pages.pointee.paths[cairo] ?? added(cairo)
    pages.pointee.latest = (cairo, path)
    return path
  }

  private static func added(_ cairo: OpaquePointer) -> UnsafeMutablePointer<HeldPath> {
    let path = UnsafeMutablePointer<HeldPath>.allocate(capacity: 1)
    path.initialize(to: HeldPath())
    pages.pointee.paths[cairo] = path
    return path
  }
}

/// What maps a context's user space to pixels.
struct UserSpace {
  let linear: LinearMap
  private let origin: Point

  init(_ cairo: OpaquePointer) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    linear = LinearMap(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy)
    origin = Point(x: matrix.x0, y: matrix.y0)
  }

  /// Where a point is, in pixels.
  func pixel(_ x: Double, _ y: Double) -> Point { linear.apply(Point(x: x, y: y)) + origin }

  /// The box in user space around a box of pixels.
  func box(of pixels: Rect) -> Rect {
    guard let back = linear.inverse else { return Rect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
    var box = Rect.nothing
    for x in [pixels.minX, pixels.maxX] {
      for y in [pixels.minY, pixels.maxY] { box.add(back.apply(Point(x: x, y: y) - origin)) }
    }
    return box
  }

  /// Where a pixel is in user space.
  func user(_ pixel: Point) -> Point { linear.inverse?.apply(pixel - origin) ?? .zero }
}

/// Hands a path in pixels to cairo itself, whose matrix must be none meanwhile.
struct RealSink: PathSink {
  let cairo: OpaquePointer

  func move(to point: Point) { RealCairo.functions.moveTo(cairo, point.x, point.y) }
  func line(to point: Point) { RealCairo.functions.lineTo(cairo, point.x, point.y) }
  func curve(_ first: Point, _ second: Point, to end: Point) {
    RealCairo.functions.curveTo(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
  }
  func close() { RealCairo.functions.closePath(cairo) }
}

/// Runs `body` while pixels are the context's units.
func inPixels(_ cairo: OpaquePointer, _ body: () -> Void) {
  var matrix = cairo_matrix_t()
  cairo_get_matrix(cairo, &matrix)
  cairo_identity_matrix(cairo)
  body()
  cairo_set_matrix(cairo, &matrix)
}

extension HeldPath {
  /// Makes cairo's path what lies of this one within a box of pixels.
  func hand(to cairo: OpaquePointer, box: Rect, closesParts: Bool) {
    RealCairo.functions.newPath(cairo)
    inPixels(cairo) {
      var clamp = PathClamp(RealSink(cairo: cairo), box: box, closesParts: closesParts)
      send(to: &clamp)
      clamp.finish()
    }
  }
}

extension Rect {
  /// What cairo is given.
  static let clamped = Rect(
    minX: -CairoClamp.edge, minY: -CairoClamp.edge, maxX: CairoClamp.edge, maxY: CairoClamp.edge)
}
