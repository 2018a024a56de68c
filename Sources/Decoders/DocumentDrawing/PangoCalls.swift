// librsvg asks Pango for a font of the text's size on screen, times the scale again, and FreeType
// has no font above 65 535 pixels. Without a matrix the font has the document's own size, and cairo
// scales its outlines.
@_cdecl("pango_context_set_matrix")
package func ignoredMatrix(_ context: OpaquePointer?, _ matrix: UnsafeRawPointer?) {}
