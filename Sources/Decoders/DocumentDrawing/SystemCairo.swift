import CCairo
import Glibc

/// cairo's own functions, which this target's functions of the same names hide.
struct SystemCairo: Sendable {
  typealias Plain = @convention(c) (OpaquePointer?) -> Void
  typealias ToPoint = @convention(c) (OpaquePointer?, Double, Double) -> Void
  typealias Four = @convention(c) (OpaquePointer?, Double, Double, Double, Double) -> Void
  typealias Five = @convention(c) (OpaquePointer?, Double, Double, Double, Double, Double) -> Void
  typealias Six =
    @convention(c) (OpaquePointer?, Double, Double, Double, Double, Double, Double) -> Void
  typealias Numbers =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
    ) -> Void
  typealias TwoNumbers =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?
    ) -> Void
  typealias Glyphs = @convention(c) (OpaquePointer?, UnsafePointer<cairo_glyph_t>?, Int32) -> Void
  typealias TextGlyphs =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafePointer<cairo_glyph_t>?, Int32,
      UnsafePointer<cairo_text_cluster_t>?, Int32, cairo_text_cluster_flags_t
    ) -> Void
  typealias Copy = @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<cairo_path_t>?

  let moveTo: ToPoint = real("cairo_move_to")
  let lineTo: ToPoint = real("cairo_line_to")
  let curveTo: Six = real("cairo_curve_to")
  let rectangle: Four = real("cairo_rectangle")
  let arc: Five = real("cairo_arc")
  let arcNegative: Five = real("cairo_arc_negative")
  let closePath: Plain = real("cairo_close_path")
  let newPath: Plain = real("cairo_new_path")
  let newSubPath: Plain = real("cairo_new_sub_path")
  let fill: Plain = real("cairo_fill")
  let fillPreserve: Plain = real("cairo_fill_preserve")
  let stroke: Plain = real("cairo_stroke")
  let strokePreserve: Plain = real("cairo_stroke_preserve")
  let clip: Plain = real("cairo_clip")
  let clipPreserve: Plain = real("cairo_clip_preserve")
  let fillExtents: Numbers = real("cairo_fill_extents")
  let strokeExtents: Numbers = real("cairo_stroke_extents")
  let pathExtents: Numbers = real("cairo_path_extents")
  let getCurrentPoint: TwoNumbers = real("cairo_get_current_point")
  let showGlyphs: Glyphs = real("cairo_show_glyphs")
  let glyphPath: Glyphs = real("cairo_glyph_path")
  let showTextGlyphs: TextGlyphs = real("cairo_show_text_glyphs")
  let copyPath: Copy = real("cairo_copy_path")
  let copyPathFlat: Copy = real("cairo_copy_path_flat")
  let destroy: Plain = real("cairo_destroy")

  static let functions = SystemCairo()
}

/// Looks up a function in the libraries after the program.
private func real<Function>(_ name: StaticString) -> Function {
  // RTLD_NEXT, a macro that Swift does not import.
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  let address = name.withUTF8Buffer { name in
    name.baseAddress.flatMap {
      dlsym(next, UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
  }
  guard let address else { fatalError("the library has no function \(name)") }
  return unsafeBitCast(address, to: Function.self)
}
