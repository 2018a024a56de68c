/// Something that paints a picture row by row; several threads use it at once.
protocol RowPainter: Sendable {
  /// Paints at most `Terrain.cell` rows, the first a multiple of it, three bytes per pixel.
  func paint(_ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>)
}
