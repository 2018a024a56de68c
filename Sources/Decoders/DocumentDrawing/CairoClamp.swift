import CCairo
import Geometry

/// Keeps what libraries draw with cairo within cairo's coordinate range.
///
/// cairo's fixed-point numbers have 24 bits before the point: straight edges of 180 000 pixels are
/// drawn wrongly, as is any shape beyond 2²³ pixels. A program linked with this target defines
/// functions with cairo's names, which libraries find before cairo's own: they hold paths in Double
/// and pass cairo only the part near its pixels. Paths that lie entirely near the pixels are passed
/// unchanged.
package enum CairoClamp {
  /// Looks up cairo's own functions; call it before drawing anything, on one thread.
  package static func setUp() { _ = SystemCairo.functions }

  /// True once a library's path has gone through these functions.
  package static var isInForce: Bool { ContextPaths.hasPaths }

  /// Lets `body` draw into memory of a size; returns false if cairo could not allocate.
  ///
  /// `pixels` are rows from the top of 32-bit 0xAARRGGBB values, premultiplied, without padding.
  package static func draw<Failure: Error>(
    into pixels: UnsafeMutablePointer<UInt32>, _ size: PixelSize,
    _ body: (_ cairo: OpaquePointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let surface = cairo_image_surface_create_for_data(
      UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(size.width), Int32(size.height), Int32(size.width * 4))
    defer {
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface)
    else { return false }
    defer { cairo_destroy(cairo) }
    try body(cairo)
    return true
  }

  /// The largest distance of points passed to cairo from the surface's origin, in pixels.
  ///
  /// Surfaces are smaller, so what is clipped there is never visible.
  static let edge = 16_384.0
}
