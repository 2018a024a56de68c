import Geometry
import TestSupport
import TilePlaces

/// Writes coordinate pictures as PNG tiles where their descriptions expect them.
///
/// Level *k* is a picture of its own, whose colours also encode its level, so that the screen shows
/// which level is drawn.
struct TileWriter {
  let folder: TemporaryFolder
  let size: PixelSize

  /// The picture of a level of this size.
  func level(_ size: PixelSize, number: Int) -> PixelGrid {
    PixelGrid(
      width: size.width, height: size.height,
      opaque: { x, y in CoordinatePicture.color(x, y) ^ UInt32(number * 37 & 0x7F) << 16 })
  }

  /// Writes a description's tiles below a prefix, except those that `isLeftOut` selects.
  func write(
    _ description: TileDescription, prefix: String,
    leavingOut isLeftOut: (_ rung: Int, _ column: Int, _ row: Int) -> Bool = { _, _, _ in false }
  ) throws {
    let places = try TilePlaces(description)
    for (index, rung) in places.rungs.enumerated() {
      // A level that is rounded up has one more pixel than is shown.
      let grid = level(
        PixelSize(width: rung.size.width + 1, height: rung.size.height + 1), number: index)
      for row in 0..<(rung.size.height + places.tile.height - 1) / places.tile.height {
        for column in 0..<(rung.size.width + places.tile.width - 1) / places.tile.width {
          guard !isLeftOut(index, column, row),
            let place = places.place(rung: index, column: column, row: row)
          else { continue }
          let (x, y) = (
            column * places.tile.width - place.part.minX,
            row * places.tile.height - place.part.minY
          )
          let part = PixelRect(
            minX: x, minY: y, maxX: x + place.picture.width, maxY: y + place.picture.height)
          try write(grid.cropped(to: part), to: prefix + place.paths[0])
        }
      }
    }
  }

  private func write(_ grid: PixelGrid, to path: String) throws {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += made.isEmpty ? part : "/" + part
      if (try? folder.folder(made)) == nil { continue }
    }
    try grid.write(to: folder[path])
  }
}
