/// The cairo functions that panels use, by their C names without the prefix.
struct CairoFunctions {
  typealias Pointer = OpaquePointer

  let imageSurfaceCreateForData:
    @convention(c) (UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32, Int32) -> Pointer?
  let surfaceStatus: @convention(c) (Pointer?) -> Int32
  let surfaceFlush: @convention(c) (Pointer?) -> Void
  let surfaceDestroy: @convention(c) (Pointer?) -> Void
  let create: @convention(c) (Pointer?) -> Pointer?
  let destroy: @convention(c) (Pointer?) -> Void
  let newSubPath: @convention(c) (Pointer?) -> Void
  let arc: @convention(c) (Pointer?, Double, Double, Double, Double, Double) -> Void
  let closePath: @convention(c) (Pointer?) -> Void
  let fill: @convention(c) (Pointer?) -> Void
  let setSourceRGBA: @convention(c) (Pointer?, Double, Double, Double, Double) -> Void
  let moveTo: @convention(c) (Pointer?, Double, Double) -> Void
  let lineTo: @convention(c) (Pointer?, Double, Double) -> Void
  let rectangle: @convention(c) (Pointer?, Double, Double, Double, Double) -> Void
  let stroke: @convention(c) (Pointer?) -> Void
  let setLineWidth: @convention(c) (Pointer?, Double) -> Void
  let setLineCap: @convention(c) (Pointer?, Int32) -> Void
  let setLineJoin: @convention(c) (Pointer?, Int32) -> Void
  let save: @convention(c) (Pointer?) -> Void
  let restore: @convention(c) (Pointer?) -> Void
  let clip: @convention(c) (Pointer?) -> Void
  let setSource: @convention(c) (Pointer?, Pointer?) -> Void
  let patternCreateLinear: @convention(c) (Double, Double, Double, Double) -> Pointer?
  let patternAddColorStopRGBA:
    @convention(c) (Pointer?, Double, Double, Double, Double, Double) -> Void
  let patternDestroy: @convention(c) (Pointer?) -> Void
  let fontOptionsCreate: @convention(c) () -> Pointer?
  let fontOptionsDestroy: @convention(c) (Pointer?) -> Void
  let fontOptionsSetAntialias: @convention(c) (Pointer?, Int32) -> Void
  let fontOptionsSetHintStyle: @convention(c) (Pointer?, Int32) -> Void

  /// `CAIRO_FORMAT_ARGB32`.
  static let formatARGB32: Int32 = 0
  /// `CAIRO_ANTIALIAS_GRAY`.
  static let antialiasGray: Int32 = 2
  /// `CAIRO_HINT_STYLE_SLIGHT`.
  static let hintStyleSlight: Int32 = 2
  /// `CAIRO_LINE_CAP_ROUND`.
  static let lineCapRound: Int32 = 1
  /// `CAIRO_LINE_JOIN_ROUND`.
  static let lineJoinRound: Int32 = 1

  init(_ library: LoadedLibrary) throws(TextLibraryError) {
    imageSurfaceCreateForData = try library.function("cairo_image_surface_create_for_data")
    surfaceStatus = try library.function("cairo_surface_status")
    surfaceFlush = try library.function("cairo_surface_flush")
    surfaceDestroy = try library.function("cairo_surface_destroy")
    create = try library.function("cairo_create")
    destroy = try library.function("cairo_destroy")
    newSubPath = try library.function("cairo_new_sub_path")
    arc = try library.function("cairo_arc")
    closePath = try library.function("cairo_close_path")
    fill = try library.function("cairo_fill")
    setSourceRGBA = try library.function("cairo_set_source_rgba")
    moveTo = try library.function("cairo_move_to")
    lineTo = try library.function("cairo_line_to")
    rectangle = try library.function("cairo_rectangle")
    stroke = try library.function("cairo_stroke")
    setLineWidth = try library.function("cairo_set_line_width")
    setLineCap = try library.function("cairo_set_line_cap")
    setLineJoin = try library.function("cairo_set_line_join")
    save = try library.function("cairo_save")
    restore = try library.function("cairo_restore")
    clip = try library.function("cairo_clip")
    setSource = try library.function("cairo_set_source")
    patternCreateLinear = try library.function("cairo_pattern_create_linear")
    patternAddColorStopRGBA = try library.function("cairo_pattern_add_color_stop_rgba")
    patternDestroy = try library.function("cairo_pattern_destroy")
    fontOptionsCreate = try library.function("cairo_font_options_create")
    fontOptionsDestroy = try library.function("cairo_font_options_destroy")
    fontOptionsSetAntialias = try library.function("cairo_font_options_set_antialias")
    fontOptionsSetHintStyle = try library.function("cairo_font_options_set_hint_style")
  }
}
