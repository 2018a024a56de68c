import CCairo
import Geometry
import Outlines

/// The paths of all active contexts.
///
/// Documents are drawn on one thread; drawing on an earlier thread has ended by then.
enum ContextPaths {
  private struct Pages {
    var paths: [OpaquePointer: UnsafeMutablePointer<PixelPath>] = [:]
    /// The most recently used context: almost every call is for the same one.
    var latest: (cairo: OpaquePointer, path: UnsafeMutablePointer<PixelPath>)?
    var hasPaths = false
  }

  /// Behind a pointer, since it is accessed for each point of a document.
  nonisolated(unsafe) private static let pages: UnsafeMutablePointer<Pages> = {
    let pages = UnsafeMutablePointer<Pages>.allocate(capacity: 1)
    pages.initialize(to: Pages())
    return pages
  }()

  /// True once a library has drawn a path.
  static var hasPaths: Bool { pages.pointee.hasPaths }

  static func change<Value>(_ cairo: OpaquePointer, _ body: (inout PixelPath) -> Value) -> Value {
    body(&path(of: cairo).pointee)
  }

  /// Changes a context's path; returns true if it is then beyond cairo's range.
  static func extend(_ cairo: OpaquePointer, _ body: (inout PixelPath) -> Void) -> Bool {
    let held = path(of: cairo)
    body(&held.pointee)
    return held.pointee.isFar
  }

  /// True if a context's path is held only here, because it is beyond cairo's range.
  static func isFar(_ cairo: OpaquePointer) -> Bool { path(of: cairo).pointee.isFar }

  /// Notes that a library has drawn a path.
  static func notePath() { pages.pointee.hasPaths = true }

  /// Removes a destroyed context, whose address may be reused.
  static func forget(_ cairo: OpaquePointer) {
    if pages.pointee.latest?.cairo == cairo { pages.pointee.latest = nil }
    guard let path = pages.pointee.paths.removeValue(forKey: cairo) else { return }
    path.deinitialize(count: 1)
    path.deallocate()
  }

  private static func path(of cairo: OpaquePointer) -> UnsafeMutablePointer<PixelPath> {
    if let latest = pages.pointee.latest, latest.cairo == cairo { return latest.path }
    let path = pages.pointee.paths[cairo] ?? added(cairo)
    pages.pointee.latest = (cairo, path)
    return path
  }

  private static func added(_ cairo: OpaquePointer) -> UnsafeMutablePointer<PixelPath> {
    let path = UnsafeMutablePointer<PixelPath>.allocate(capacity: 1)
    path.initialize(to: PixelPath())
    pages.pointee.paths[cairo] = path
    return path
  }
}

/// The map from a context's user space to pixels.
struct UserSpace {
  let linear: LinearMap
  private let origin: Point

  init(_ cairo: OpaquePointer) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    linear = LinearMap(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy)
    origin = Point(x: matrix.x0, y: matrix.y0)
  }

  /// A point of user space in pixels.
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

  /// A pixel's position in user space.
  func user(_ pixel: Point) -> Point { linear.inverse?.apply(pixel - origin) ?? .zero }
}

/// Passes a path in pixels to cairo, whose matrix must be the identity meanwhile.
struct CairoPathSink: PathSink {
  let cairo: OpaquePointer

  func move(to point: Point) { SystemCairo.functions.moveTo(cairo, point.x, point.y) }
  func line(to point: Point) { SystemCairo.functions.lineTo(cairo, point.x, point.y) }
  func curve(_ first: Point, _ second: Point, to end: Point) {
    SystemCairo.functions.curveTo(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
  }
  func close() { SystemCairo.functions.closePath(cairo) }
}

/// Runs `body` with pixels as the context's units.
func inPixels(_ cairo: OpaquePointer, _ body: () -> Void) {
  var matrix = cairo_matrix_t()
  cairo_get_matrix(cairo, &matrix)
  cairo_identity_matrix(cairo)
  body()
  cairo_set_matrix(cairo, &matrix)
}

extension PixelPath {
  /// Replaces cairo's path by the part of this one within a box of pixels.
  func hand(to cairo: OpaquePointer, box: Rect, closesParts: Bool) {
    SystemCairo.functions.newPath(cairo)
    inPixels(cairo) {
      var clamp = PathClamp(CairoPathSink(cairo: cairo), box: box, closesParts: closesParts)
      send(to: &clamp)
      clamp.finish()
    }
  }
}

extension Rect {
  /// The range of coordinates passed to cairo.
  static let clamped = Rect(
    minX: -CairoClamp.edge, minY: -CairoClamp.edge, maxX: CairoClamp.edge, maxY: CairoClamp.edge)
}
