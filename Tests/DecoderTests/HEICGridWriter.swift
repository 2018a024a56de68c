import Geometry

/// A HEIC file as phones write it: tiles of one size on a canvas.
///
/// libheif's encoder doesn't write such files; the tiles are pictures that it has encoded.
struct HEICGridWriter {
  var columns = 3
  var rows = 2
  var tile = PixelSize(width: 64, height: 64)
  /// Smaller than all tiles together: those at the right and bottom extend beyond it.
  var size = PixelSize(width: 150, height: 101)
  /// Quarter turns, counterclockwise, and a mirror, of the whole.
  var rotation: Int?
  var mirror: Int?
  /// True if the tiles are declared hidden.
  var hidesTiles = true
  /// True if all tiles are the same one, encoded once.
  var repeatsTile = false

  func bytes() -> [UInt8] {
    var pieces = (0..<(repeatsTile ? 1 : columns * rows)).map { index in
      var writer = HEICWriter()
      writer.size = tile
      writer.seed = UInt64(index + 1)
      return Self.parts(of: writer.bytes())
    }
    while pieces.count < columns * rows { pieces.append(pieces[0]) }
    let canvas = [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + big(size.width) + big(size.height)
    let data = pieces.map(\.data) + [canvas]
    let brands = Self.box("ftyp", Array("heic".utf8), big(0), Array("mif1heic".utf8))
    let configuration = pieces[0].configuration
    // The offsets of the data are known once everything before them has its length.
    let before =
      brands.count
      + meta(configuration, places: data.map { (0, $0.count) }).count + 8
    var places: [(Int, Int)] = []
    for piece in data { places.append((before + places.reduce(0) { $0 + $1.1 }, piece.count)) }
    return brands + meta(configuration, places: places) + Self.box("mdat", data.flatMap { $0 })
  }

  private func meta(_ configuration: [UInt8], places: [(Int, Int)]) -> [UInt8] {
    let count = places.count
    let items = (1...count).flatMap { (item: Int) -> [UInt8] in
      let type: String = item < count ? "hvc1" : "grid"
      let isHidden = item < count && hidesTiles
      return Self.box(
        "infe", [2, 0, 0, isHidden ? 1 : 0], big(item, 2), [0, 0], Array(type.utf8), [0])
    }
    var turns: [[UInt8]] = []
    if let rotation { turns.append(Self.box("irot", [UInt8(rotation)])) }
    if let mirror { turns.append(Self.box("imir", [UInt8(mirror)])) }
    let properties = Self.box(
      "ipco", Self.box("hvcC", configuration), extents(tile), extents(size),
      turns.flatMap { $0 })
    let ofTiles = (1..<count).flatMap { (item: Int) -> [UInt8] in big(item, 2) + [2, 0x81, 2] }
    let ofCanvas = [UInt8(1 + turns.count), 3] + turns.indices.map { UInt8(0x80 | (4 + $0)) }
    let associations = Self.full("ipma", 0, big(count), ofTiles, big(count, 2), ofCanvas)
    let locations = places.enumerated().flatMap { (index, place) -> [UInt8] in
      big(index + 1, 2) + [0, 0, 0, 1] + big(place.0) + big(place.1)
    }
    let tiles = (1..<count).flatMap { (item: Int) -> [UInt8] in big(item, 2) }
    return Self.full(
      "meta", 0,
      Self.full("hdlr", 0, big(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
      Self.full("pitm", 0, big(count, 2)),
      Self.full("iloc", 0, [0x44, 0], big(count, 2), locations),
      Self.full("iinf", 0, big(count, 2), items),
      Self.full("iref", 0, Self.box("dimg", big(count, 2), big(count - 1, 2), tiles)),
      Self.box("iprp", properties, associations))
  }

  private func extents(_ size: PixelSize) -> [UInt8] {
    Self.full("ispe", 0, big(size.width), big(size.height))
  }

  private func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] { Self.big(number, bytes) }

  private static func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(number >> (8 * (bytes - 1 - $0)) & 255) }
  }

  private static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return big(8 + body.count) + Array(name.utf8) + body
  }

  /// A box with a version and no flags.
  private static func full(_ name: String, _ version: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    box(name, [version, 0, 0, 0] + parts.flatMap { $0 })
  }

  /// The configuration and data of the only picture in a file from libheif.
  private static func parts(of file: [UInt8]) -> (configuration: [UInt8], data: [UInt8]) {
    func body(_ name: String, in bytes: [UInt8]) -> [UInt8] {
      let name = Array(name.utf8)
      guard
        let place = bytes.indices.dropLast(8).first(where: {
          bytes[$0..<$0 + 4].elementsEqual(name)
        }), place >= 4
      else { fatalError("no box") }
      let count = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      return Array(bytes[place + 4..<place - 4 + count])
    }
    return (body("hvcC", in: file), body("mdat", in: file))
  }
}
