import Geometry
import TestSupport
import Testing

/// The effects of fingers on a coordinate picture, measured on the screen with crisp pixels.
extension RunningViewer {
  /// The image pixel shown at a point of the window.
  func imagePixel(_ x: Int, _ y: Int) -> (x: Int, y: Int)? {
    CoordinatePicture.place(of: screen[x, y])
  }

  /// Waits until nothing moves, and expects an image pixel within one device pixel of `place`.
  func expect(
    _ pixel: (x: Int, y: Int), at place: (x: Int, y: Int),
    location: SourceLocation = #_sourceLocation
  ) {
    waitUntilQuiet()
    let screen = screen
    let columns = (place.x - 1...place.x + 1).map {
      CoordinatePicture.place(of: screen[$0, place.y])?.x
    }
    let rows = (place.y - 1...place.y + 1).map {
      CoordinatePicture.place(of: screen[place.x, $0])?.y
    }
    #expect(
      columns.contains(pixel.x) && rows.contains(pixel.y),
      "\(pixel) is not at \(place): columns \(columns), rows \(rows)", sourceLocation: location)
  }

  /// Device pixels per image pixel, measured along a row where its image pixels begin.
  func measuredScale(row: Int) -> Double? {
    waitUntilQuiet()
    let screen = screen
    var begins: [(device: Int, image: Int)] = []
    for x in 1..<screen.size.width {
      guard let here = CoordinatePicture.place(of: screen[x, row])?.x,
        let before = CoordinatePicture.place(of: screen[x - 1, row])?.x, here != before
      else { continue }
      begins.append((x, here))
    }
    guard let first = begins.first, let last = begins.last, last.image > first.image else {
      return nil
    }
    return Double(last.device - first.device) / Double(last.image - first.image)
  }

  /// The columns in which a row shows the picture.
  func shownColumns(row: Int) -> ClosedRange<Int>? {
    waitUntilQuiet()
    let screen = screen
    let columns = (0..<screen.size.width).filter { screen[$0, row] & 0xff_ffff != surround }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first...last
  }
}
