import CJP2
import DecoderKit
import DecoderProtocol
import Geometry
import JP2Reading
import Resampling

/// A file's properties before decoding.
struct JP2Layout: Sendable {
  /// The shape that memory depends on.
  let shape: RowShape
  let grid: JP2Grid
  let meaning: JP2Meaning
  /// How many times the picture is halved to fit into memory; 0 if it fits.
  let halvings: Int
  /// True if tiles are decoded one by one.
  let isTiled: Bool
  /// True if an instance of openjpeg can decode several tiles.
  let sharesInstances: Bool
  let memory: MemoryClass

  /// Tiles of this many pixels take less than half a second.
  private static let largestTile = 4 << 20

  init(_ input: PictureInput) throws(CodecError) {
    let file = try JP2File(input, .first)
    guard let tiling = file.tiling, let grid = JP2Grid(file.image.pointee, tiling) else {
      throw CodecError(.corrupt, "the JPEG 2000 file is damaged (it has no picture)")
    }
    self.grid = grid
    shape = file.shape
    meaning = try JP2Meaning(of: input, file, tiling)
    sharesInstances = try !JP2File.namesChannels(input)
    let size = grid.size(halvings: 0)
    let components = Int(file.image.pointee.numcomps)
    let tileArea = checkedProduct(tiling.width, tiling.height) ?? .max
    isTiled = tiling.columns * tiling.rows > 1 && tileArea <= Self.largestTile
    if isTiled {
      halvings = 0
      // A row of tiles as delivered, and one tile, of which openjpeg has two copies of 32 bits.
      let tile = checkedProduct(tileArea, components, 8)
      let band = checkedProduct(size.width, tiling.height, meaning.format.bytesPerPixel)
      guard let tile, let band, band <= 512 << 20, tile <= 512 << 20 else {
        throw CodecError(.tooLarge, "the picture's tiles are too large to be decoded")
      }
      memory = .streaming(rowBytes: (band + tile) / 24 + size.width * 8)
      return
    }
    var smallest = 0
    func whole(_ halvings: Int) throws(CodecError) -> MemoryClass {
      let size = grid.size(halvings: halvings)
      // 32-bit samples of the picture and, if it has several tiles, of one tile.
      let samples = checkedProduct(size.width, size.height, 4, components)
      let tile = tiling.columns * tiling.rows > 1 ? min(tileArea, size.area ?? .max) : 0
      let more = checkedProduct(tile, 4, components)
      guard let samples, let more else { return try .whole(nil, of: size) }
      return try .whole(samples + more + input.byteCount, of: size)
    }
    while smallest < tiling.halvings, (try? whole(smallest)) == nil { smallest += 1 }
    memory = try whole(smallest)
    halvings = smallest
  }

  /// The header for the codec.
  var header: PictureHeader {
    let size = grid.size(halvings: halvings)
    // The file's reductions are fast, but not reduced in linear light.
    let hasEighths = (1...3).allSatisfy { more in
      grid.size(halvings: halvings + more)
        == PixelSize(
          width: dividedRoundingUp(size.width, by: 1 << more),
          height: dividedRoundingUp(size.height, by: 1 << more))
    }
    var header = PictureHeader(
      size: size, format: meaning.format, color: meaning.color,
      hasAlpha: meaning.format.channels.hasAlpha, memory: memory,
      preview: hasEighths && halvings + 3 <= grid.tiling.halvings ? .small : .none,
      isRandomAccess: isTiled)
    header.sharesDecoding = !isTiled
    return header
  }

  /// The message for a picture that is shown smaller than it is stored.
  var shortening: String? {
    guard halvings > 0 else { return nil }
    let whole = grid.size(halvings: 0)
    return "the picture of \(whole.width) × \(whole.height) pixels is too large to be decoded at"
      + " full size; it is shown at 1/\(1 << halvings) scale"
  }
}
