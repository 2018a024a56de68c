import Geometry

/// The canvas of an animation as in the specification and browsers, without optimizations: the
/// canvas is copied before each frame.
enum GIFReference {
  /// The canvas at each frame; straight RGBA.
  static func canvases(_ gif: GIFWriter, size: PixelSize) -> [[UInt8]] {
    var canvas = [UInt8](repeating: 0, count: size.width * size.height * 4)
    var seen: [[UInt8]] = []
    for frame in gif.frames {
      let before = canvas
      let palette = frame.palette.isEmpty ? gif.palette : frame.palette
      for y in 0..<frame.area.height {
        for x in 0..<frame.area.width {
          let index = Int(frame.indices[y * frame.area.width + x])
          let (left, top) = (frame.area.minX + x, frame.area.minY + y)
          guard index != frame.transparent, left < size.width, top < size.height else { continue }
          let start = (top * size.width + left) * 4
          canvas.replaceSubrange(start..<start + 4, with: palette[index] + [255])
        }
      }
      seen.append(canvas)
      switch frame.disposal {
      case 2: clear(frame.area.intersection(PixelRect(size)), in: &canvas, width: size.width)
      case 3: canvas = before
      default: break
      }
    }
    return seen
  }

  private static func clear(_ area: PixelRect, in canvas: inout [UInt8], width: Int) {
    for y in area.minY..<max(area.minY, area.maxY) {
      for byte in (y * width + area.minX) * 4..<(y * width + max(area.minX, area.maxX)) * 4 {
        canvas[byte] = 0
      }
    }
  }
}
