import Geometry

/// The canvas of an animated PNG by the specification, in real numbers and without optimizations:
/// the canvas is copied before each frame.
enum APNGReference {
  /// Returns straight RGBA, 0 to 1, for a frame's samples.
  typealias Color = (_ samples: ArraySlice<Int>) -> [Double]

  /// The canvas at each frame, as finished pixels.
  static func canvases(_ file: APNGWriter, color: Color) -> [Pixels] {
    let size = file.size
    var canvas = [[Double]](repeating: [0, 0, 0, 0], count: size.width * size.height)
    return file.frames.enumerated().map { number, frame in
      let before = canvas
      for y in 0..<frame.area.height {
        for x in 0..<frame.area.width {
          let start = (y * frame.area.width + x) * file.png.channels
          let pixel = color(frame.samples[start..<start + file.png.channels])
          let place = (frame.area.minY + y) * size.width + frame.area.minX + x
          canvas[place] = frame.blend == 0 ? pixel : over(pixel, canvas[place])
        }
      }
      let seen = finished(canvas, size)
      switch frame.disposal {
      case 1: clear(frame.area, &canvas, size)
      // Nothing precedes the first frame, so there is nothing to restore.
      case 2: if number == 0 { clear(frame.area, &canvas, size) } else { canvas = before }
      default: break
      }
      return seen
    }
  }

  private static func over(_ pixel: [Double], _ below: [Double]) -> [Double] {
    let rest = below[3] * (1 - pixel[3])
    let alpha = pixel[3] + rest
    guard alpha > 0 else { return [0, 0, 0, 0] }
    return (0..<3).map { (pixel[$0] * pixel[3] + below[$0] * rest) / alpha } + [alpha]
  }

  private static func clear(_ area: PixelRect, _ canvas: inout [[Double]], _ size: PixelSize) {
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX { canvas[y * size.width + x] = [0, 0, 0, 0] }
    }
  }

  private static func finished(_ canvas: [[Double]], _ size: PixelSize) -> Pixels {
    var pixels = Pixels(size: size)
    for (index, color) in canvas.enumerated() {
      for channel in 0..<4 {
        let value = channel == 3 ? color[3] : color[channel] * color[3]
        pixels.bytes[index * 4 + channel] = UInt8((value * 255).rounded())
      }
    }
    return pixels
  }
}
