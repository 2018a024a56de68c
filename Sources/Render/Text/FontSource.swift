/// Pango's fonts with grayscale antialiasing; stays on the text thread.
///
/// Subpixel rendering is off: panels are blended over pictures and may be scaled with the screen,
/// which would make coloured fringes visible.
final class FontSource {
  let libraries: TextLibraries
  let context: OpaquePointer
  private let map: OpaquePointer

  init(_ libraries: TextLibraries) throws(TextLibraryError) {
    let (pango, cairo) = (libraries.pango, libraries.cairo)
    guard let map = pango.fontMapNew() else {
      throw TextLibraryError(reason: "Pango has no fonts")
    }
    guard let context = pango.fontMapCreateContext(map) else {
      pango.objectUnref(map)
      throw TextLibraryError(reason: "Pango has no context")
    }
    self.libraries = libraries
    self.map = map
    self.context = context
    let options = cairo.fontOptionsCreate()
    cairo.fontOptionsSetAntialias(options, CairoFunctions.antialiasGray)
    cairo.fontOptionsSetHintStyle(options, CairoFunctions.hintStyleSlight)
    pango.contextSetFontOptions(context, options)
    cairo.fontOptionsDestroy(options)
  }

  deinit {
    libraries.pango.objectUnref(context)
    libraries.pango.objectUnref(map)
  }
}
