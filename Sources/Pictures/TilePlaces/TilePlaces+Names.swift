import Geometry

extension TilePlaces {
  /// File name extensions to try if the description names none.
  private static let usualFormats = ["jpg", "png", "webp"]

  /// Zoomify's tiles are in groups of 256, counted from the smallest level on.
  func zoomifyPaths(of level: PlacedLevel, column: Int, row: Int) -> [String] {
    let columns = dividedRoundingUp(level.size.width, by: tile.width)
    let group = (level.tilesBefore + row * columns + column) / 256
    return Self.usualFormats.map { "TileGroup\(group)/\(level.number)-\(column)-\(row).\($0)" }
  }

  /// IIIF's region and size, in canonical form and in other common forms.
  func iiifPaths(
    of level: PlacedLevel, column: Int, row: Int, version: Int, formats: [String]
  ) -> [String] {
    let step = PixelSize(width: tile.width * level.factor, height: tile.height * level.factor)
    let (x, y) = (column * step.width, row * step.height)
    let (width, height) = (min(step.width, size.width - x), min(step.height, size.height - y))
    let target = PixelSize(
      width: min(tile.width, level.size.width - column * tile.width),
      height: min(tile.height, level.size.height - row * tile.height))
    let explicit = "\(x),\(y),\(width),\(height)"
    let regions = width == size.width && height == size.height ? ["full", explicit] : [explicit]
    let short = "\(target.width),"
    let long = "\(target.width),\(target.height)"
    var sizes = version >= 3 ? [long, short] : [short, long]
    if target == size { sizes.insert(version >= 3 ? "max" : "full", at: 0) }
    var endings = formats
    for format in Self.usualFormats where !endings.contains(format) { endings.append(format) }
    return endings.flatMap { ending in
      regions.flatMap { region in sizes.map { "\(region)/\($0)/0/default.\(ending)" } }
    }
  }
}
