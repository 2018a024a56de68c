// librsvg asks Pango for a font as large as the text is on the screen, times the scale once more,
// and FreeType has none above 65 535 pixels. Without a matrix the font has the document's own size,
// and cairo scales its outlines.
@_cdecl("pango_context_set_matrix")
package func ignoredMatrix(_ context: OpaquePointer?, _ matrix: UnsafeRawPointer?) {}
