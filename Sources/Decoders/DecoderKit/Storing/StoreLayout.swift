import Geometry

/// How a picture is cut up in the scratch file: halved versions, each in bands of strips.
struct StoreLayout: Hashable {
  /// The sizes of the versions, the picture itself first, each half of the one before.
  let levels: [PixelSize]
  /// What stands in the file for a pixel.
  let pixels: StoredPixels
  /// Bytes of a pixel.
  let pixelBytes: Int
  /// Rows of a band; those of the last may be fewer.
  let bandRows: Int

  /// Columns of a strip: about a tile's, so that a view reads little that it does not show.
  static let stripColumns = 256
  /// What the bands of all versions, and what is being written of them, may take together.
  private static let mostBandBytes = 4 << 20
  /// The rows of a band where memory is no matter.
  private static let usualRows = 16

  /// The layout for a picture of a size.
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
    // Each version is half as wide as the one before: together they are twice the first. As much
    // again are two bands of the first, packed.
    let row = 2 * 2 * picture.width * pixelBytes
    var rows = Self.usualRows
    while rows > 2, rows * row > Self.mostBandBytes { rows /= 2 }
    bandRows = rows
  }

  /// The most bytes that are written for somebody who only looks at the whole picture.
  private static let mostAtRest = 1 << 30

  /// Whether a picture may be cached before anybody has looked closely, in so many bytes.
  ///
  /// Not where there may be no room: then somebody would be told so who has not asked for it.
  func mayBeFilledAtRest(in capacity: Int) -> Bool { mostBytes <= min(capacity, Self.mostAtRest) }

  /// The most bytes of the file that all versions take, however badly they can be compressed.
  var mostBytes: Int {
    levels.indices.reduce(0) { sum, level in
      sum + bandCount(level) * stripCount(level) * StripFile.bound(stripBytes)
    }
  }

  /// Bytes of a whole strip.
  var stripBytes: Int { Self.stripColumns * bandRows * pixelBytes }

  /// Bands of a version.
  func bandCount(_ level: Int) -> Int { dividedRoundingUp(levels[level].height, by: bandRows) }

  /// Strips of a band of a version.
  func stripCount(_ level: Int) -> Int {
    dividedRoundingUp(levels[level].width, by: Self.stripColumns)
  }

  /// Rows of a band.
  func rows(ofBand band: Int, _ level: Int) -> Range<Int> {
    let first = band * bandRows
    return first..<min(first + bandRows, levels[level].height)
  }

  /// Columns of a strip.
  func columns(ofStrip strip: Int, _ level: Int) -> Range<Int> {
    let first = strip * Self.stripColumns
    return first..<min(first + Self.stripColumns, levels[level].width)
  }
}
