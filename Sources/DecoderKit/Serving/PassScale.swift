import DecoderProtocol
import Geometry

/// Which source serves a level.
enum PassScale {
  /// What tiles of a level are made from.
  ///
  /// A smaller version that the file holds serves every level up to its own size. Else it is the
  /// picture; scaling inside a codec aliases, so a preview starts from at least twice what is
  /// wanted, and only 1, 2 and 4 eighths are faster than 8.
  static func source(
    for level: Level, of picture: PixelSize, quality: TileQuality, header: PictureHeader
  ) -> PassSource {
    let fitting = header.reductions.indices.filter { index in
      let size = header.orientation.applied(to: header.reductions[index])
      return size.width >= level.size.width && size.height >= level.size.height
    }
    if let best = fitting.min(by: { header.reductions[$0].width < header.reductions[$1].width }) {
      return .reduction(best)
    }
    guard quality == .preview, header.hasFastPreview else { return .picture }
    let wanted = max(
      Double(level.size.width) / Double(picture.width),
      Double(level.size.height) / Double(picture.height))
    return [1, 2, 4].first { Double($0) / 8 >= 2 * wanted }.map { .eighths($0) } ?? .picture
  }

  /// The stored size of what a pass reads; at eighths, as codecs round it.
  static func size(of source: PassSource, header: PictureHeader) -> PixelSize {
    switch source {
    case .eighths(let eighths):
      PixelSize(
        width: dividedRoundingUp(header.size.width * eighths, by: 8),
        height: dividedRoundingUp(header.size.height * eighths, by: 8))
    case .reduction(let index): header.reductions[index]
    }
  }
}
