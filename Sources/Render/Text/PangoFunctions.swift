/// The Pango functions that panels use, by their C names without the prefix.
struct PangoFunctions {
  typealias Pointer = OpaquePointer

  let fontMapNew: @convention(c) () -> Pointer?
  let contextSetFontOptions: @convention(c) (Pointer?, Pointer?) -> Void
  let showLayout: @convention(c) (Pointer?, Pointer?) -> Void
  let fontMapCreateContext: @convention(c) (Pointer?) -> Pointer?
  let layoutNew: @convention(c) (Pointer?) -> Pointer?
  let layoutSetText: @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32) -> Void
  let layoutSetFontDescription: @convention(c) (Pointer?, Pointer?) -> Void
  let layoutSetWidth: @convention(c) (Pointer?, Int32) -> Void
  let layoutSetHeight: @convention(c) (Pointer?, Int32) -> Void
  let layoutSetWrap: @convention(c) (Pointer?, Int32) -> Void
  let layoutSetEllipsize: @convention(c) (Pointer?, Int32) -> Void
  let layoutSetAlignment: @convention(c) (Pointer?, Int32) -> Void
  let layoutGetPixelSize:
    @convention(c) (Pointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void
  let layoutGetBaseline: @convention(c) (Pointer?) -> Int32
  /// A `PangoRectangle` is four integers: x, y, width and height.
  let layoutGetCursorPos:
    @convention(c) (
      Pointer?, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
    ) -> Void
  let layoutSetAttributes: @convention(c) (Pointer?, Pointer?) -> Void
  let attributeListNew: @convention(c) () -> Pointer?
  let attributeListInsert: @convention(c) (Pointer?, Pointer?) -> Void
  let attributeListUnref: @convention(c) (Pointer?) -> Void
  let attributeFontFeaturesNew: @convention(c) (UnsafePointer<CChar>?) -> Pointer?
  let fontDescriptionNew: @convention(c) () -> Pointer?
  let fontDescriptionFree: @convention(c) (Pointer?) -> Void
  let fontDescriptionSetFamily: @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Void
  let fontDescriptionSetWeight: @convention(c) (Pointer?, Int32) -> Void
  let fontDescriptionSetAbsoluteSize: @convention(c) (Pointer?, Double) -> Void
  let objectUnref: @convention(c) (Pointer?) -> Void

  /// `PANGO_SCALE`: Pango units per device pixel.
  static let unitsPerPixel = 1024
  /// `PANGO_WRAP_WORD_CHAR`: wraps at words, and inside a word that is too wide for a line.
  static let wrapWordChar: Int32 = 2
  /// `PANGO_ELLIPSIZE_END`.
  static let ellipsizeEnd: Int32 = 3
  /// `PANGO_WEIGHT_NORMAL`.
  static let weightNormal: Int32 = 400
  /// `PANGO_WEIGHT_BOLD`.
  static let weightBold: Int32 = 700

  init(
    _ pango: LoadedLibrary, pangoCairo: LoadedLibrary, object: LoadedLibrary
  ) throws(TextLibraryError) {
    fontMapNew = try pangoCairo.function("pango_cairo_font_map_new")
    contextSetFontOptions = try pangoCairo.function("pango_cairo_context_set_font_options")
    showLayout = try pangoCairo.function("pango_cairo_show_layout")
    fontMapCreateContext = try pango.function("pango_font_map_create_context")
    layoutNew = try pango.function("pango_layout_new")
    layoutSetText = try pango.function("pango_layout_set_text")
    layoutSetFontDescription = try pango.function("pango_layout_set_font_description")
    layoutSetWidth = try pango.function("pango_layout_set_width")
    layoutSetHeight = try pango.function("pango_layout_set_height")
    layoutSetWrap = try pango.function("pango_layout_set_wrap")
    layoutSetEllipsize = try pango.function("pango_layout_set_ellipsize")
    layoutSetAlignment = try pango.function("pango_layout_set_alignment")
    layoutGetPixelSize = try pango.function("pango_layout_get_pixel_size")
    layoutGetBaseline = try pango.function("pango_layout_get_baseline")
    layoutGetCursorPos = try pango.function("pango_layout_get_cursor_pos")
    layoutSetAttributes = try pango.function("pango_layout_set_attributes")
    attributeListNew = try pango.function("pango_attr_list_new")
    attributeListInsert = try pango.function("pango_attr_list_insert")
    attributeListUnref = try pango.function("pango_attr_list_unref")
    attributeFontFeaturesNew = try pango.function("pango_attr_font_features_new")
    fontDescriptionNew = try pango.function("pango_font_description_new")
    fontDescriptionFree = try pango.function("pango_font_description_free")
    fontDescriptionSetFamily = try pango.function("pango_font_description_set_family")
    fontDescriptionSetWeight = try pango.function("pango_font_description_set_weight")
    fontDescriptionSetAbsoluteSize = try pango.function(
      "pango_font_description_set_absolute_size")
    objectUnref = try object.function("g_object_unref")
  }
}
