import CRsvg
import DocumentDrawing
import Glibc

/// What must be done before the lock-down: what libraries load when they are first used.
enum SVGStart {
  /// Loads everything, and names the folders of the system's fonts.
  static func prepare() -> [String] {
    // librsvg's filters would start a thread for each processor.
    setenv("RAYON_NUM_THREADS", "1", 1)
    CairoClamp.setUp()
    SVGEncodings.load()
    return DocumentFonts.load {
      SVGWarmUp.draw()
      // Since 1.51.2 a thread's font map has a thread of its own, which ends with the map. A new
      // map starts one after the lock-down, and finds fontconfig loaded.
      if pango_version() >= 15102 { pango_cairo_font_map_set_default(nil) }
    }
  }
}
