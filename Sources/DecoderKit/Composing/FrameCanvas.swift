import Geometry
import Glibc

/// The canvas on which frames of an animation are put together: straight RGBA of 8 bits.
final class FrameCanvas {
  let size: PixelSize
  private let pixels: UnsafeMutablePointer<UInt32>

  /// A transparent canvas; `nil` where there is no memory for it.
  init?(size: PixelSize) {
    guard let area = checkedProduct(size.width, size.height), area > 0,
      let memory = calloc(area, 4)
    else { return nil }
    self.size = size
    pixels = memory.bindMemory(to: UInt32.self, capacity: area)
  }

  deinit { free(pixels) }

  /// Makes an area transparent.
  func clear(_ area: PixelRect) {
    let area = area.intersection(PixelRect(size))
    guard !area.isEmpty else { return }
    for y in area.minY..<area.maxY {
      memset(pixels + y * size.width + area.minX, 0, area.width * 4)
    }
  }

  /// Draws a row of a frame; what hangs over the canvas is left out.
  func draw(row: Int, of frame: FramePlacement, from source: UnsafeRawPointer) {
    let area = frame.area.intersection(PixelRect(size))
    let y = frame.area.minY + row
    guard !area.isEmpty, y >= area.minY, y < area.maxY else { return }
    let target = pixels + y * size.width + area.minX
    let source = source + (area.minX - frame.area.minX) * 4
    guard frame.isBlended else {
      memcpy(target, source, area.width * 4)
      return
    }
    for x in 0..<area.width {
      let pixel = source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
      let alpha = UInt32(littleEndian: pixel) >> 24
      if alpha == 255 {
        target[x] = pixel
      } else if alpha > 0 {
        target[x] =
          Self.blend(
            UInt32(littleEndian: pixel), over: UInt32(littleEndian: target[x])
          ).littleEndian
      }
    }
  }

  /// One straight pixel over another, in the whole numbers of libwebp.
  static func blend(_ pixel: UInt32, over below: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    let rest = ((below >> 24) &* (256 &- alpha)) >> 8
    if rest == 0 { return pixel }
    let sum = alpha &+ rest
    let scale = (1 << 24) / sum
    var blended = sum << 24
    for shift in [UInt32(0), 8, 16] {
      let color = ((pixel >> shift) & 255) &* alpha &+ ((below >> shift) & 255) &* rest
      blended |= ((color &* scale) >> 24) << shift
    }
    return blended
  }

  /// Copies rows, `stride` bytes apart.
  func copyRows(
    from first: Int, count: Int, into rows: UnsafeMutableRawPointer, stride: Int
  ) {
    for row in 0..<count {
      memcpy(rows + row * stride, pixels + (first + row) * size.width, size.width * 4)
    }
  }
}
