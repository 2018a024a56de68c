import DecoderProtocol
import Geometry
import Tiles

/// Which source serves a level.
enum PassScale {
  /// What tiles of a level are made from.
  ///
  /// A smaller version that the file holds serves a level of its own size, and any level of at most
  /// half its size: what is cut from a version that is hardly larger keeps that version's losses and
  /// adds its own (30 dB on a zone plate, where 40 are asked for). Else it is the picture; scaling
  /// inside a codec aliases, so a small preview starts from at least twice what is wanted, and only
  /// 1, 2 and 4 eighths are faster than 8. A coarse one is made of the only eighth that comes early.
  static func source(
    for level: Level, of picture: PixelSize, quality: TileQuality, header: PictureHeader
  ) -> PassSource {
    let fitting = header.reductions.indices.filter { index in
      let size = header.orientation.applied(to: header.reductions[index])
      return size == level.size || size.isAtLeastTwice(level.size)
    }
    if let best = fitting.min(by: { header.reductions[$0].width < header.reductions[$1].width }) {
      return .reduction(best)
    }
    guard quality == .preview, header.preview != .none else { return .picture }
    if header.preview == .coarse { return .eighths(1) }
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

extension PixelSize {
  /// Whether a version of this size leaves the last step to a level to the resampler: pixels near a
  /// version's finest detail come out right from half its size on.
  func isAtLeastTwice(_ level: PixelSize) -> Bool {
    width >= 2 * level.width && height >= 2 * level.height
  }
}
