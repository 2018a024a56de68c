import Geometry

/// The names of a cut picture's tiles, and the file that describes them.
package struct CutNames: Hashable, Sendable {
  /// How tiles are arranged.
  package let layout: CutLayout
  /// The levels and tiles.
  package let pyramid: CutPyramid
  /// What the names of `rowcol`'s tiles begin with, as bytes of any encoding.
  package let name: [UInt8]
  /// The ending of tiles' names.
  package let ending: String
  /// What IIIF's `id` says.
  package let identifier: String

  /// Names of a pyramid's tiles.
  package init(
    layout: CutLayout, pyramid: CutPyramid, name: [UInt8], ending: String, identifier: String
  ) {
    self.layout = layout
    self.pyramid = pyramid
    self.name = name
    self.ending = ending
    self.identifier = identifier
  }

  /// The thousandths by which `rowcol` names a level that was halved so many times.
  package static func thousandths(ofLevel level: Int) -> Int { level < 11 ? 1000 >> level : 0 }

  /// Whether two tiles would have the same name.
  package var areAmbiguous: Bool {
    layout == .rowcol && pyramid.levels.count > 11
  }

  /// The paths of a tile below the folder of the tiles: nearly always one.
  ///
  /// IIIF has two addresses for a tile that is the whole picture: clients differ in which they ask
  /// for.
  package func paths(of cell: CutPyramid.Cell) -> [[UInt8]] {
    switch layout {
    case .dzi:
      let longest = max(pyramid.size.width, pyramid.size.height)
      let largest = Int.bitWidth - (longest - 1).leadingZeroBitCount
      return text("\(largest - cell.level)/\(cell.column)_\(cell.row)")
    case .zoomify:
      let group = zoomifyNumber(of: cell) / 256
      let level = pyramid.levels.count - 1 - cell.level
      return text("TileGroup\(group)/\(level)-\(cell.column)-\(cell.row)")
    case .iiif: return iiifPaths(of: cell, version: 2).flatMap(text)
    case .iiif3: return iiifPaths(of: cell, version: 3).flatMap(text)
    case .xyz:
      return text("\(pyramid.levels.count - 1 - cell.level)/\(cell.column)/\(cell.row)")
    case .rowcol:
      let scale = Self.thousandths(ofLevel: cell.level)
      return [name + Array("_\(scale)_\(cell.column)_\(cell.row).\(ending)".utf8)]
    }
  }

  private func text(_ stem: String) -> [[UInt8]] { [Array("\(stem).\(ending)".utf8)] }

  /// Zoomify counts tiles from the smallest level on.
  private func zoomifyNumber(of cell: CutPyramid.Cell) -> Int {
    let level = pyramid.levels[cell.level]
    let before = pyramid.levels[(cell.level + 1)...].reduce(0) { $0 + $1.columns * $1.rows }
    return before + cell.row * level.columns + cell.column
  }

  /// Region and size as canonical addresses have them; of what is the whole picture, in both ways
  /// of writing the region.
  private func iiifPaths(of cell: CutPyramid.Cell, version: Int) -> [String] {
    let factor = 1 << cell.level
    let step = pyramid.edge * factor
    let (x, y) = (cell.column * step, cell.row * step)
    let region = PixelSize(
      width: min(step, pyramid.size.width - x), height: min(step, pyramid.size.height - y))
    let target = pyramid.area(of: cell).size
    let whole = region == pyramid.size
    if cell.level > 0, max(region.width, region.height) <= step / 2 {
      // One pixel is not halved: the tile of the larger level has the name already. Version 2
      // names a size by its width alone, so there the tile may be another.
      let larger = pyramid.area(
        of: CutPyramid.Cell(level: cell.level - 1, column: 2 * cell.column, row: 2 * cell.row)
      ).size
      if larger == target || version == 2 && larger.width == target.width { return [] }
    }
    let regions = (whole ? ["full"] : []) + ["\(x),\(y),\(region.width),\(region.height)"]
    var sizes = [version == 3 ? "\(target.width),\(target.height)" : "\(target.width),"]
    if target == pyramid.size {
      sizes.append(version == 3 ? "max" : "full")
    } else if version == 2, target.width == pyramid.size.width {
      // OpenSeadragon calls a tile as wide as the picture so.
      sizes.append("full")
    }
    return regions.flatMap { region in sizes.map { "\(region)/\($0)/0/default" } }
  }
}
