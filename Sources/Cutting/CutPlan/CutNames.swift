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
  package func paths(of position: CutPyramid.TilePosition) -> [[UInt8]] {
    switch layout {
    case .dzi:
      let longest = max(pyramid.size.width, pyramid.size.height)
      let largest = Int.bitWidth - (longest - 1).leadingZeroBitCount
      return text("\(largest - position.level)/\(position.column)_\(position.row)")
    case .zoomify:
      let group = zoomifyNumber(of: position) / 256
      let level = pyramid.levels.count - 1 - position.level
      return text("TileGroup\(group)/\(level)-\(position.column)-\(position.row)")
    case .iiif: return iiifPaths(of: position, version: 2).flatMap(text)
    case .iiif3: return iiifPaths(of: position, version: 3).flatMap(text)
    case .xyz:
      return text("\(pyramid.levels.count - 1 - position.level)/\(position.column)/\(position.row)")
    case .rowcol:
      let scale = Self.thousandths(ofLevel: position.level)
      return [name + Array("_\(scale)_\(position.column)_\(position.row).\(ending)".utf8)]
    }
  }

  private func text(_ stem: String) -> [[UInt8]] { [Array("\(stem).\(ending)".utf8)] }

  /// Zoomify numbers tiles from the smallest level on.
  private func zoomifyNumber(of position: CutPyramid.TilePosition) -> Int {
    let level = pyramid.levels[position.level]
    let before = pyramid.levels[(position.level + 1)...].reduce(0) { $0 + $1.columns * $1.rows }
    return before + position.row * level.columns + position.column
  }

  /// Region and size in canonical form; for the whole picture, with both forms of the region.
  private func iiifPaths(of position: CutPyramid.TilePosition, version: Int) -> [String] {
    let factor = 1 << position.level
    let step = pyramid.edge * factor
    let (x, y) = (position.column * step, position.row * step)
    let region = PixelSize(
      width: min(step, pyramid.size.width - x), height: min(step, pyramid.size.height - y))
    let target = pyramid.area(of: position).size
    let whole = region == pyramid.size
    if position.level > 0, max(region.width, region.height) <= step / 2 {
      // A single pixel is not halved, so the tile of the larger level may already have this name.
      // Version 2 names a size by its width only: there even tiles of different heights may share
      // a name.
      let larger = pyramid.area(
        of: CutPyramid.TilePosition(
          level: position.level - 1, column: 2 * position.column, row: 2 * position.row)
      ).size
      if larger == target || version == 2 && larger.width == target.width { return [] }
    }
    let regions = (whole ? ["full"] : []) + ["\(x),\(y),\(region.width),\(region.height)"]
    var sizes = [version == 3 ? "\(target.width),\(target.height)" : "\(target.width),"]
    if target == pyramid.size {
      sizes.append(version == 3 ? "max" : "full")
    } else if version == 2, target.width == pyramid.size.width {
      // OpenSeadragon requests any tile as wide as the picture by this name.
      sizes.append("full")
    }
    return regions.flatMap { region in sizes.map { "\(region)/\($0)/0/default" } }
  }
}
