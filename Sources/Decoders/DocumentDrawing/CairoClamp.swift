import CCairo
import Geometry

/// Keeps what libraries draw with cairo inside of cairo's numbers.
///
/// cairo has fixed-point numbers of 24 bits before the point: a straight edge of 180 000 pixels is
/// drawn wrongly, a shape beyond 2²³ pixels anywhere. A program that is linked with this target has
/// functions of cairo's names, which libraries find before cairo's own: they hold paths in Double,
/// and hand cairo what lies near its pixels. What lies wholly there goes through unchanged.
package enum CairoClamp {
  /// Finds cairo's own functions; call it before anything is drawn, on one thread.
  package static func setUp() { _ = RealCairo.functions }

  /// Whether a library's path has gone through here since the program started.
  package static var isInForce: Bool { PathBook.hasPaths }

  /// Has `body` draw into memory of a size; whether cairo had room for that.
  ///
  /// `pixels` are rows from the top of 32-bit numbers 0xAARRGGBB, premultiplied, without padding.
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

  /// How far from the origin of a surface cairo is given points, in pixels.
  ///
  /// Surfaces are smaller; what is cut off there is never seen.
  static let edge = 16_384.0
}
