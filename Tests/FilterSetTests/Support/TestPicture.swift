import Geometry
import Platform
import Tiles

/// A picture, or one level of it, like a decoder's: premultiplied RGBA8.
struct TestPicture {
  typealias RGBA = SIMD4<UInt8>

  let size: PixelSize
  /// The premultiplied pixels, row by row.
  let pixels: [RGBA]

  /// Creates a picture from premultiplied pixels, one for each position.
  init(size: PixelSize, premultiplied pixels: [RGBA]) {
    precondition(pixels.count == size.width * size.height)
    self.size = size
    self.pixels = pixels
  }

  /// Creates a picture from a formula for straight colours; they are rounded when premultiplied.
  init(_ width: Int, _ height: Int, at color: (_ x: Int, _ y: Int) -> RGBA) {
    self = .premultiplied(width, height) { color($0, $1).premultiplied }
  }

  /// Creates a picture from a formula for premultiplied pixels.
  static func premultiplied(
    _ width: Int, _ height: Int, at color: (_ x: Int, _ y: Int) -> RGBA
  ) -> TestPicture {
    TestPicture(
      size: PixelSize(width: width, height: height),
      premultiplied: (0..<width * height).map { color($0 % width, $0 / width) })
  }

  /// The premultiplied pixel at a position, clamped to the picture.
  func premultiplied(_ x: Int, _ y: Int) -> RGBA {
    pixels[max(0, min(size.height - 1, y)) * size.width + max(0, min(size.width - 1, x))]
  }

  /// The straight colour that a filter gets for a pixel: encoded, 0 to 1.
  func straight(_ x: Int, _ y: Int) -> SIMD4<Double> { premultiplied(x, y).straight }

  /// The bytes of all pixels, premultiplied.
  var bytes: [UInt8] { pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] } }

  /// All tiles of the picture.
  func tiles(of id: SourceID = .tested) throws -> [Tile] {
    var tiles: [Tile] = []
    for row in 0..<dividedRoundingUp(size.height, by: TileShape.usual.edge) {
      for column in 0..<dividedRoundingUp(size.width, by: TileShape.usual.edge) {
        tiles.append(
          try tile(TileKey(level: Level(size: size), column: column, row: row), of: id))
      }
    }
    return tiles
  }

  private func tile(_ key: TileKey, of id: SourceID) throws -> Tile {
    let arena = try SharedMemory(count: TileShape.usual.slotBytes)
    let area = key.area
    let stored = key.layout.stored
    let target = arena.base.assumingMemoryBound(to: RGBA.self)
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        target[y * stored.width + x] = premultiplied(
          area.minX + x - TileShape.usual.overlap, area.minY + y - TileShape.usual.overlap)
      }
    }
    return Tile(source: id, key: key, quality: .exact, slot: 0, arena: arena)
  }
}

extension SourceID {
  /// The ID of the picture that tests draw.
  static let tested = SourceID(number: 1)
}

extension SIMD4<UInt8> {
  /// The colour premultiplied by its alpha, rounded.
  var premultiplied: SIMD4<UInt8> {
    func part(_ c: UInt8) -> UInt8 { UInt8((Int(c) * Int(w) * 2 + 255) / 510) }
    return SIMD4(part(x), part(y), part(z), w)
  }

  /// The colour divided by its alpha, 0 to 1; zero if alpha is 0.
  var straight: SIMD4<Double> {
    guard w > 0 else { return .zero }
    let alpha = Double(w)
    return SIMD4<Double>(Double(x) / alpha, Double(y) / alpha, Double(z) / alpha, alpha / 255)
  }
}
