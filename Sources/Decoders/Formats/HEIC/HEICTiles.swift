import CHEIF
import Geometry

/// The division of a grid into equal tiles that libheif decodes one by one.
struct HEICTiles {
  let columns: Int
  let rows: Int
  let size: PixelSize

  /// The maximum number of pixels in a tile: one of this size takes about 100 ms to decode.
  private static let mostPixels = 4 << 20

  /// The tiles of a page; `nil` if libheif reports none, or they are too large to help.
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

  /// True if `count` tiles cover a length, and none is superfluous.
  private static func isCovered(_ length: Int, by count: Int, of each: Int) -> Bool {
    let all = count.multipliedReportingOverflow(by: each)
    return !all.overflow && all.partialValue >= length && all.partialValue - each < length
  }

  /// The part of the shape that memory depends on.
  var details: [Int] { [columns, rows, size.width, size.height] }
}
