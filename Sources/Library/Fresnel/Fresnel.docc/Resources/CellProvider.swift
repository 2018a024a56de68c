import Fresnel

/// Draws each cell with its column, row and level.
///
/// It is called on several threads at once and has no state, so it needs no lock.
struct CellProvider: TileProvider {
  func tile(_ request: ProvidedTileRequest) -> ProvidedTile {
    var cell = CellBitmap(size: request.size, color: Self.color(of: request))
    let size = max(1, min(request.size.width, request.size.height) / 40)
    let lines = [request.column, request.row, request.level ?? 0]
    for (line, number) in lines.enumerated() {
      cell.write(number, atX: 4 * size, y: (4 + line * 7) * size, dot: size)
    }
    return .pixels(request.size, cell.bytes)
  }

  /// Neighbours and levels differ in colour: red by column, green by row, blue by level.
  static func color(of request: ProvidedTileRequest) -> OpaqueColor {
    OpaqueColor(
      red: UInt8(60 + request.column % 4 * 40), green: UInt8(60 + request.row % 4 * 40),
      blue: UInt8(60 + (request.level ?? 0) % 5 * 40))
  }
}
