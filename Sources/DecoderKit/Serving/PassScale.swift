import DecoderProtocol
import Geometry

/// Which scale of the codec's own serves a level.
enum PassScale {
  /// The whole size: what every exact tile is made from.
  static let exact = 8

  /// Eighths of the stored size for tiles of a level.
  ///
  /// Scaling inside a codec aliases, so a preview starts from at least twice what is wanted, and
  /// only 1, 2 and 4 eighths are faster than 8.
  static func eighths(
    for level: Level, of picture: PixelSize, quality: TileQuality, hasFastPreview: Bool
  ) -> Int {
    guard quality == .preview, hasFastPreview else { return exact }
    let wanted = max(
      Double(level.size.width) / Double(picture.width),
      Double(level.size.height) / Double(picture.height))
    return [1, 2, 4].first { Double($0) / 8 >= 2 * wanted } ?? exact
  }

  /// The size of a picture at so many eighths, as codecs round it.
  static func size(of picture: PixelSize, eighths: Int) -> PixelSize {
    PixelSize(
      width: dividedRoundingUp(picture.width * eighths, by: 8),
      height: dividedRoundingUp(picture.height * eighths, by: 8))
  }
}
