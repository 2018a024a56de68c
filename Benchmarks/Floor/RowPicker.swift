import Geometry

/// Takes decoded rows and keeps the nearest pixels for the window, or none at all.
struct RowPicker {
  /// The picture's size in the window; `nil` if rows are only decoded.
  let shown: PixelSize?
  private let row: (Int) -> UnsafeMutablePointer<UInt32>?

  /// Makes a picker that keeps nothing.
  init() {
    shown = nil
    row = { _ in nil }
  }

  /// Fits a picture into a window whose pixels are blue, green, red and a fourth byte.
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

  /// Takes rows of a scaled size that are contiguous in memory.
  func take(
    rows: Range<Int>, of size: PixelSize, _ bytes: UnsafeBufferPointer<UInt8>, channels: Int
  ) {
    guard let base = bytes.baseAddress else { return }
    for (index, y) in rows.enumerated() {
      take(y, of: size, base + index * size.width * channels, channels: channels)
    }
  }

  /// Takes rows from an array, as above.
  func take(rows: Range<Int>, of size: PixelSize, _ bytes: [UInt8], channels: Int) {
    bytes.withUnsafeBufferPointer { take(rows: rows, of: size, $0, channels: channels) }
  }

  /// Takes a row of a scaled size, `channels` bytes per pixel in the order red, green, blue.
  func take(_ y: Int, of size: PixelSize, _ bytes: UnsafePointer<UInt8>, channels: Int) {
    guard let shown else { return }
    let target = y * shown.height / size.height
    // Of the rows that map to the same window row, only the first is used.
    guard y == 0 || (y - 1) * shown.height / size.height != target, let row = row(target) else {
      return
    }
    for x in 0..<shown.width {
      let pixel = bytes + x &* size.width / shown.width &* channels
      row[x] = UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
    }
  }
}
