import CAVIF
import Geometry

/// An AVIF file whose colours are a grid and whose alpha is one picture.
///
/// libavif doesn't write such files; the parts are pictures that it has encoded.
struct AVIFGridAlphaWriter {
  var columns = 2
  var rows = 2
  var cell = PixelSize(width: 64, height: 64)
  /// True if the auxiliary picture is declared as alpha, false for a depth map.
  var isAlpha = true

  var size: PixelSize { PixelSize(width: cell.width * columns, height: cell.height * rows) }

  /// The writer of one cell's colours.
  func cellWriter(_ index: Int) -> AVIFWriter {
    var writer = AVIFWriter()
    writer.size = cell
    writer.seed = UInt64(index + 1)
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.isLossless = true
    return writer
  }

  /// The writer of the alpha, as a grey picture.
  var alphaWriter: AVIFWriter {
    var writer = AVIFWriter()
    writer.size = size
    writer.seed = 77
    writer.layout = AVIF_PIXEL_FORMAT_YUV400
    writer.isLossless = true
    return writer
  }

  func bytes() -> [UInt8] {
    let cells = (0..<columns * rows).map { Self.parts(of: cellWriter($0).bytes()) }
    let alpha = Self.parts(of: alphaWriter.bytes())
    let canvas =
      [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + big(size.width, 2) + big(size.height, 2)
    let data = cells.map(\.data) + [canvas, alpha.data]
    let brands = Self.box("ftyp", Array("avif".utf8), big(0), Array("avifmif1miaf".utf8))
    let none = data.map { (0, $0.count) }
    var place = brands.count + meta(cells[0].configuration, alpha.configuration, none).count + 8
    var places: [(Int, Int)] = []
    for piece in data {
      places.append((place, piece.count))
      place += piece.count
    }
    let whole = meta(cells[0].configuration, alpha.configuration, places)
    return brands + whole + Self.box("mdat", data.flatMap { $0 })
  }

  private func meta(_ color: [UInt8], _ alpha: [UInt8], _ places: [(Int, Int)]) -> [UInt8] {
    let cells = columns * rows
    let (grid, last) = (cells + 1, cells + 2)
    var items: [UInt8] = []
    var locations: [UInt8] = []
    var associations: [UInt8] = []
    for item in 1...last {
      let type = item == grid ? "grid" : "av01"
      items += Self.box(
        "infe", [2, 0, 0, item < grid ? 1 : 0], big(item, 2), [0, 0], Array(type.utf8), [0])
      let (start, count) = places[item - 1]
      locations += big(item, 2) + [0, 0, 0, 1] + big(start) + big(count)
      // The properties by number, see below: those of a cell, of the grid and of the alpha.
      let own: [UInt8] = item < grid ? [0x81, 2, 4] : item == grid ? [3, 4] : [0x85, 3, 6, 0x87]
      associations += big(item, 2) + [UInt8(own.count)] + own
    }
    let kind = "urn:mpeg:mpegB:cicp:systems:auxiliary:" + (isAlpha ? "alpha" : "depth")
    let properties = Self.box(
      "ipco", Self.box("av1C", color), extents(cell), extents(size),
      Self.full("pixi", [3, 8, 8, 8]), Self.box("av1C", alpha), Self.full("pixi", [1, 8]),
      Self.full("auxC", Array(kind.utf8) + [0]))
    let tiles = (1...cells).flatMap { big($0, 2) }
    return Self.full(
      "meta", Self.full("hdlr", big(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
      Self.full("pitm", big(grid, 2)), Self.full("iloc", [0x44, 0], big(last, 2), locations),
      Self.full("iinf", big(last, 2), items),
      Self.full(
        "iref", Self.box("dimg", big(grid, 2), big(cells, 2), tiles),
        Self.box("auxl", big(last, 2), big(1, 2), big(grid, 2))),
      Self.box("iprp", properties, Self.full("ipma", big(last), associations)))
  }

  private func extents(_ size: PixelSize) -> [UInt8] {
    Self.full("ispe", big(size.width), big(size.height))
  }

  private func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] {
    LongTailWriter.big(number, bytes)
  }

  private static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return LongTailWriter.big(8 + body.count, 4) + Array(name.utf8) + body
  }

  /// A box with version 0 and no flags.
  private static func full(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    box(name, [0, 0, 0, 0] + parts.flatMap { $0 })
  }

  /// The configuration and data of the only picture in a file from libavif.
  private static func parts(of file: [UInt8]) -> (configuration: [UInt8], data: [UInt8]) {
    func body(_ name: String) -> [UInt8] {
      let name = Array(name.utf8)
      let found = file.indices.dropLast(8).first {
        $0 >= 4 && file[$0] == name[0] && file[$0..<$0 + 4].elementsEqual(name)
      }
      guard let place = found else { fatalError("no box") }
      let count = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      return Array(file[place + 4..<place - 4 + count])
    }
    return (body("av1C"), body("mdat"))
  }
}
