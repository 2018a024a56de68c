import CHEIF
import Geometry

/// How a grid is divided into tiles of one size that libheif decodes one by one.
struct HEICTiles {
  let columns: Int
  let rows: Int
  let size: PixelSize

  /// The most pixels of a tile: each takes some hundred milliseconds then.
  private static let mostPixels = 4 << 20

  /// Those of a page; `nil` where libheif knows none, or they are as large as what they save.
  init?(of handle: OpaquePointer) {
    var tiles = fresnel_heif_tiles()
    guard fresnel_heif_get_tiles(handle, &tiles) != 0 else { return nil }
    (columns, rows) = (Int(tiles.columns), Int(tiles.rows))
    size = PixelSize(width: Int(tiles.width), height: Int(tiles.height))
    let whole = PixelSize(
      width: Int(heif_image_handle_get_ispe_width(handle)),
      height: Int(heif_image_handle_get_ispe_height(handle)))
    guard columns > 1, rows > 1, let area = size.area, (1...Self.mostPixels).contains(area),
      Self.isCovered(whole.width, by: columns, of: size.width),
      Self.isCovered(whole.height, by: rows, of: size.height)
    else { return nil }
  }

  /// Whether a length is covered, and by none too many.
  private static func isCovered(_ length: Int, by count: Int, of each: Int) -> Bool {
    let all = count.multipliedReportingOverflow(by: each)
    return !all.overflow && all.partialValue >= length && all.partialValue - each < length
  }

  /// What memory rests on.
  var details: [Int] { [columns, rows, size.width, size.height] }
}
