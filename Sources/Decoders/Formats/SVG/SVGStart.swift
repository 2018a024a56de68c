import CRsvg
import DocumentDrawing
import Glibc

/// Loads everything that libraries would load on first use, before entering the sandbox.
enum SVGStart {
  /// Loads everything; returns the system's font folders.
  static func prepare() -> [String] {
    // librsvg's filters would start a thread for each core.
    setenv("RAYON_NUM_THREADS", "1", 1)
    CairoClamp.setUp()
    SVGEncodings.load()
    return DocumentFonts.load {
      SVGWarmUp.draw()
      // From Pango 1.51.2 on, a font map has a thread of its own, which ends with the map. The next
      // map starts its thread in the sandbox, where fontconfig is already loaded.
      if pango_version() >= 15102 { pango_cairo_font_map_set_default(nil) }
    }
  }
}
