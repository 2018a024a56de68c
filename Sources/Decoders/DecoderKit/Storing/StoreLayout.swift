import Geometry

/// The division of a picture in the scratch file: halved levels, each in bands of strips.
struct StoreLayout: Hashable {
  /// The sizes of the levels, the picture itself first, each half of the one before.
  let levels: [PixelSize]
  /// The pixel format in the file.
  let pixels: StoredPixels
  let pixelBytes: Int
  /// Rows per band; the last band may have fewer.
  let bandRows: Int

  /// Columns per strip: about a tile's, so that a view reads little that it does not show.
  static let stripColumns = 256
  /// The memory limit for the growing bands of all levels and those being written.
  private static let mostBandBytes = 4 << 20
  /// The rows per band when memory is no concern.
  private static let usualRows = 16

  init(picture: PixelSize, pixels: StoredPixels) {
    var levels = [picture]
    var size = picture
    while max(size.width, size.height) > Self.stripColumns {
      size = PixelSize(
        width: dividedRoundingUp(size.width, by: 2), height: dividedRoundingUp(size.height, by: 2))
      levels.append(size)
    }
    self.levels = levels
    self.pixels = pixels
    pixelBytes = pixels.byteCount
    // Each level is half as wide as the one before, so all rows together are twice the first. Two
    // packed bands of the first take as much again.
    let row = 2 * 2 * picture.width * pixelBytes
    var rows = Self.usualRows
    while rows > 2, rows * row > Self.mostBandBytes { rows /= 2 }
    bandRows = rows
  }

  /// The maximum number of bytes to write for a user who has not zoomed in.
  private static let mostAtRest = 1 << 30

  /// True if a picture may be cached before the user zooms in, within `capacity` bytes.
  ///
  /// It must certainly fit, or the user would see a message about space they never asked for.
  func mayBeFilledAtRest(in capacity: Int) -> Bool { mostBytes <= min(capacity, Self.mostAtRest) }

  /// The maximum number of bytes that all levels take in the file, if nothing compresses.
  var mostBytes: Int {
    levels.indices.reduce(0) { sum, level in
      sum + bandCount(level) * stripCount(level) * StripFile.bound(stripBytes)
    }
  }

  var stripBytes: Int { Self.stripColumns * bandRows * pixelBytes }

  func bandCount(_ level: Int) -> Int { dividedRoundingUp(levels[level].height, by: bandRows) }

  /// The number of strips in a band of a level.
  func stripCount(_ level: Int) -> Int {
    dividedRoundingUp(levels[level].width, by: Self.stripColumns)
  }

  func rows(ofBand band: Int, _ level: Int) -> Range<Int> {
    let first = band * bandRows
    return first..<min(first + bandRows, levels[level].height)
  }

  func columns(ofStrip strip: Int, _ level: Int) -> Range<Int> {
    let first = strip * Self.stripColumns
    return first..<min(first + Self.stripColumns, levels[level].width)
  }
}
