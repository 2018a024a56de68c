import Geometry
import Tiles

/// Chooses the source that serves a level.
enum PassScale {
  /// The source to make a level's tiles from.
  ///
  /// An exact level is made from a reduction in the file that has its size, or at least twice its
  /// size: a level cut from a reduction hardly larger keeps that reduction's losses and adds its
  /// own (30 dB on a zone plate, where 40 are required). If `reductionsServeAll`, a reduction
  /// serves any level that is not larger. If no reduction fits, the source is the picture itself.
  ///
  /// Previews depend on the header's `preview`:
  /// - small: 1, 2 or 4 eighths, which are faster than 8, with more pixels than needed, because
  ///   scaling inside a codec aliases
  /// - coarse: the one eighth that comes early
  /// - embedded: the file's own thumbnail
  /// - reduction: any reduction that is not smaller
  static func source(
    for level: Level, of picture: PixelSize, quality: TileQuality, header: PictureHeader
  ) -> PassSource {
    if quality == .preview, let preview = preview(for: level, header: header) { return preview }
    let serveAll =
      header.reductionsServeAll || quality == .preview && header.preview == .reduction
    let fitting = header.reductions.indices.filter { index in
      let size = header.orientation.applied(to: header.reductions[index])
      return size == level.size || size.isAtLeast(serveAll ? 1 : 2, times: level.size)
    }
    if let best = fitting.min(by: { header.reductions[$0].width < header.reductions[$1].width }) {
      return .reduction(best)
    }
    guard quality == .preview else { return .picture }
    if header.preview == .coarse { return .eighths(1) }
    guard header.preview == .small else { return .picture }
    let wanted = max(
      Double(level.size.width) / Double(picture.width),
      Double(level.size.height) / Double(picture.height))
    let density = SourceInfo.Preview.densityOfSmall
    return [1, 2, 4].first { Double($0) / 8 >= density * wanted }.map { .eighths($0) } ?? .picture
  }

  /// The smallest preview that is at least as large as a level, or else the largest.
  private static func preview(for level: Level, header: PictureHeader) -> PassSource? {
    let sizes = header.previews.map { header.orientation.applied(to: $0) }
    guard header.preview == .embedded,
      let largest = sizes.indices.max(by: { sizes[$0].width < sizes[$1].width })
    else { return nil }
    let fitting = sizes.indices.filter { sizes[$0].isAtLeast(1, times: level.size) }
    return .preview(fitting.min { sizes[$0].width < sizes[$1].width } ?? largest)
  }

  /// The stored size of a pass's source; eighths round up, as in codecs.
  static func size(of source: PassSource, header: PictureHeader) -> PixelSize {
    switch source {
    case .eighths(let eighths):
      PixelSize(
        width: dividedRoundingUp(header.size.width * eighths, by: 8),
        height: dividedRoundingUp(header.size.height * eighths, by: 8))
    case .reduction(let index): header.reductions[index]
    case .preview(let index): header.previews[index]
    }
  }
}
