import Geometry

/// The names of a cut picture's tiles, and its description file.
package struct CutNames: Hashable, Sendable {
  /// The layout of the tiles.
  package let layout: CutLayout
  /// The levels and tiles.
  package let pyramid: CutPyramid
  /// The prefix of `rowcol` tile names, as bytes of any encoding.
  package let name: [UInt8]
  /// The tiles' file name extension.
  package let ending: String
  /// The value of IIIF's `id`.
  package let identifier: String

  /// The names of a pyramid's tiles.
  package init(
    layout: CutLayout, pyramid: CutPyramid, name: [UInt8], ending: String, identifier: String
  ) {
    self.layout = layout
    self.pyramid = pyramid
    self.name = name
    self.ending = ending
    self.identifier = identifier
  }

  /// The scale in thousandths by which `rowcol` names a level.
  package static func thousandths(ofLevel level: Int) -> Int { level < 11 ? 1000 >> level : 0 }

  /// True if two tiles would have the same name.
  package var areAmbiguous: Bool {
    layout == .rowcol && pyramid.levels.count > 11
  }

  /// A tile's paths below the tiles' folder: almost always one.
  ///
  /// In IIIF a tile that is the whole picture has two addresses: clients differ in which one they
  /// request.
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

  /// Zoomify numbers tiles from the smallest level on.
  private func zoomifyNumber(of cell: CutPyramid.Cell) -> Int {
    let level = pyramid.levels[cell.level]
    let before = pyramid.levels[(cell.level + 1)...].reduce(0) { $0 + $1.columns * $1.rows }
    return before + cell.row * level.columns + cell.column
  }

  /// Region and size in canonical form; for the whole picture, with both forms of the region.
  private func iiifPaths(of cell: CutPyramid.Cell, version: Int) -> [String] {
    let factor = 1 << cell.level
    let step = pyramid.edge * factor
    let (x, y) = (cell.column * step, cell.row * step)
    let region = PixelSize(
      width: min(step, pyramid.size.width - x), height: min(step, pyramid.size.height - y))
    let target = pyramid.area(of: cell).size
    let whole = region == pyramid.size
    if cell.level > 0, max(region.width, region.height) <= step / 2 {
      // A single pixel is not halved, so the larger level's tile already has the name. Version 2
      // names a size by its width only, so there the tile may be a different one.
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
      // OpenSeadragon requests a tile as wide as the picture this way.
      sizes.append("full")
    }
    return regions.flatMap { region in sizes.map { "\(region)/\($0)/0/default" } }
  }
}
