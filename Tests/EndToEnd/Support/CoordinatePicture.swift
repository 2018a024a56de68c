import Geometry
import TestSupport

/// A picture whose pixels encode their own positions and never look like the surround.
///
/// Red and green hold the low bits of x and y, blue the high ones: up to 2048 × 4096 pixels.
enum CoordinatePicture {
  /// The colour of a pixel.
  static func color(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32(0x80 | (x >> 8) << 4 | y >> 8)
  }

  /// The picture, with this width and height.
  static func grid(_ width: Int, _ height: Int) -> PixelGrid {
    PixelGrid(width: width, height: height, opaque: color)
  }

  /// Returns the position that a colour encodes; `nil` for the surround.
  static func place(of word: UInt32) -> (x: Int, y: Int)? {
    guard word & 0x80 != 0 else { return nil }
    return (
      Int(word >> 4 & 7) << 8 | Int(word >> 16 & 255),
      Int(word & 15) << 8 | Int(word >> 8 & 255)
    )
  }
}

/// A view of a coordinate picture at 100 % or with crisp pixels, as found on the screen.
struct CoordinateView {
  let surface: PixelSize
  let picture: PixelSize
  /// The size of the whole picture in device pixels.
  let shown: PixelSize
  /// The position of the picture's top left corner, in device pixels.
  let origin: (x: Int, y: Int)

  /// Finds the one view at this scale that explains every pixel of a screen; `nil` if there is
  /// none.
  ///
  /// One row and one column give the position; then all pixels are compared with it. Where a device
  /// pixel's centre is within 1/500 of the boundary of two image pixels, both are accepted.
  init?(_ screen: PixelGrid, of picture: PixelSize, scale: Double) {
    surface = screen.size
    self.picture = picture
    shown = PixelSize(
      width: Int((Double(picture.width) * scale).rounded()),
      height: Int((Double(picture.height) * scale).rounded()))
    let (width, height) = (shown.width, shown.height)
    guard !screen.size.isEmpty else { return nil }
    func indices(_ device: Int, _ pixels: Int, _ extent: Int) -> (Int, Int)? {
      guard device >= 0, device < extent else { return nil }
      let middle = (Double(device) + 0.5) * Double(pixels) / Double(extent)
      return (Int(max(0, middle - 0.002)), min(pixels - 1, Int(middle + 0.002)))
    }
    func agrees(_ seen: Int?, _ right: (Int, Int)?) -> Bool {
      seen == right?.0 || seen == right?.1
    }
    let row = screen.size.height / 2
    let column = screen.size.width / 2
    guard let seen = CoordinatePicture.place(of: screen[column, row]) else { return nil }
    // The central pixel allows as many candidates as it is wide.
    let around = Int(scale.rounded(.up)) + 1
    let guessX = column - Int(Double(seen.x) * scale)
    let guessY = row - Int(Double(seen.y) * scale)
    let x = (guessX - around...guessX + around).first { origin in
      (0..<screen.size.width).allSatisfy { device in
        agrees(
          CoordinatePicture.place(of: screen[device, row])?.x,
          indices(device - origin, picture.width, width))
      }
    }
    let y = (guessY - around...guessY + around).first { origin in
      (0..<screen.size.height).allSatisfy { device in
        agrees(
          CoordinatePicture.place(of: screen[column, device])?.y,
          indices(device - origin, picture.height, height))
      }
    }
    guard let x, let y else { return nil }
    origin = (x, y)
    let columns = (0..<screen.size.width).map { indices($0 - x, picture.width, width) }
    let rows = (0..<screen.size.height).map { indices($0 - y, picture.height, height) }
    for row in 0..<screen.size.height {
      for column in 0..<screen.size.width {
        guard let right = columns[column], let below = rows[row] else {
          if screen[column, row] == surround | 0xff00_0000 { continue }
          return nil
        }
        guard let seen = CoordinatePicture.place(of: screen[column, row]),
          agrees(seen.x, right), agrees(seen.y, below)
        else { return nil }
      }
    }
  }

  /// The image point at a point of the view.
  func imagePoint(atX x: Double, y: Double) -> Point {
    Point(
      x: (x - Double(origin.x)) * Double(picture.width) / Double(shown.width),
      y: (y - Double(origin.y)) * Double(picture.height) / Double(shown.height))
  }

  /// True if no edge affected the picture's position, on either axis.
  var isUnsnapped: Bool {
    origin.x < 0 && origin.y < 0 && origin.x + shown.width > surface.width
      && origin.y + shown.height > surface.height
  }
}
