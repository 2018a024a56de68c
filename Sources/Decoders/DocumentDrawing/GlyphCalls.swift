import CCairo

// The calls that draw glyphs, under cairo's names; large glyphs become outlines.

@_cdecl("cairo_show_glyphs")
package func clampedShowGlyphs(
  _ cairo: OpaquePointer?, _ glyphs: UnsafePointer<cairo_glyph_t>?, _ count: Int32
) {
  guard let cairo, let glyphs, let font = LargeFont(cairo) else {
    return SystemCairo.functions.showGlyphs(cairo, glyphs, count)
  }
  font.show(UnsafeBufferPointer(start: glyphs, count: Int(max(0, count))), cairo)
}

@_cdecl("cairo_show_text_glyphs")
package func clampedShowTextGlyphs(
  _ cairo: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int32,
  _ glyphs: UnsafePointer<cairo_glyph_t>?, _ count: Int32,
  _ clusters: UnsafePointer<cairo_text_cluster_t>?, _ clusterCount: Int32,
  _ flags: cairo_text_cluster_flags_t
) {
  guard let cairo, let glyphs, let font = LargeFont(cairo) else {
    return SystemCairo.functions.showTextGlyphs(
      cairo, text, length, glyphs, count, clusters, clusterCount, flags)
  }
  font.show(UnsafeBufferPointer(start: glyphs, count: Int(max(0, count))), cairo)
}

@_cdecl("cairo_glyph_path")
package func clampedGlyphPath(
  _ cairo: OpaquePointer?, _ glyphs: UnsafePointer<cairo_glyph_t>?, _ count: Int32
) {
  guard let cairo, let glyphs else { return }
  let list = UnsafeBufferPointer(start: glyphs, count: Int(max(0, count)))
  let space = UserSpace(cairo)
  let isNear = !ContextPaths.isFar(cairo) && list.allSatisfy { space.pixel($0.x, $0.y).isNear }
  if let font = LargeFont(cairo, atLeast: isNear ? LargeFont.largest : 0) {
    font.add(list, cairo)
  } else {
    SystemCairo.functions.glyphPath(cairo, glyphs, count)
  }
}
