import Geometry

/// Takes decoded rows and keeps the nearest pixels that the window shows, or none at all.
struct RowPicker {
  /// What the picture takes of the window; `nil` where all rows are only decoded.
  let shown: PixelSize?
  private let row: (Int) -> UnsafeMutablePointer<UInt32>?

  /// Keeps nothing.
  init() {
    shown = nil
    row = { _ in nil }
  }

  /// Fits a picture into a window of rows of blue, green, red and a fourth byte.
  init(
    picture: PixelSize, window: PixelSize, row: @escaping (Int) -> UnsafeMutablePointer<UInt32>
  ) {
    let scale = min(
      1, Double(window.width) / Double(picture.width),
      Double(window.height) / Double(picture.height))
    shown = PixelSize(
      width: max(1, Int(Double(picture.width) * scale)),
      height: max(1, Int(Double(picture.height) * scale)))
    self.row = row
  }

  /// Takes rows of some scaled size that follow each other in memory without a gap.
  func take(
    rows: Range<Int>, of size: PixelSize, _ bytes: UnsafeBufferPointer<UInt8>, channels: Int
  ) {
    guard let base = bytes.baseAddress else { return }
    for (index, y) in rows.enumerated() {
      take(y, of: size, base + index * size.width * channels, channels: channels)
    }
  }

  /// Takes rows as above.
  func take(rows: Range<Int>, of size: PixelSize, _ bytes: [UInt8], channels: Int) {
    bytes.withUnsafeBufferPointer { take(rows: rows, of: size, $0, channels: channels) }
  }

  /// Takes a row of some scaled size, `channels` bytes a pixel in the order red, green, blue.
  func take(_ y: Int, of size: PixelSize, _ bytes: UnsafePointer<UInt8>, channels: Int) {
    guard let shown else { return }
    let target = y * shown.height / size.height
    // Only the first of the rows that fall on one of the window's is of use.
    guard y == 0 || (y - 1) * shown.height / size.height != target, let row = row(target) else {
      return
    }
    for x in 0..<shown.width {
      let pixel = bytes + x &* size.width / shown.width &* channels
      row[x] = UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
    }
  }
}
