import Geometry
import Glibc

/// The canvas of an animation: straight 8-bit RGBA.
final class FrameCanvas {
  let size: PixelSize
  private let pixels: UnsafeMutablePointer<UInt32>
  /// The saved pixels of an area, row after row.
  private let saved: UnsafeMutablePointer<UInt32>
  private let mostSaved: Int
  private var savedArea = PixelRect(.zero)

  /// A transparent canvas that can save `mostSaved` pixels; `nil` if there is not enough memory.
  init?(size: PixelSize, mostSaved: Int = 0) {
    guard let area = checkedProduct(size.width, size.height), area > 0, mostSaved <= area,
      let memory = calloc(area, 4)
    else { return nil }
    guard let saved = malloc(max(1, mostSaved) * 4) else {
      free(memory)
      return nil
    }
    self.size = size
    self.mostSaved = mostSaved
    self.saved = saved.bindMemory(to: UInt32.self, capacity: max(1, mostSaved))
    pixels = memory.bindMemory(to: UInt32.self, capacity: area)
  }

  deinit {
    free(pixels)
    free(saved)
  }

  /// Makes an area transparent.
  func clear(_ area: PixelRect) {
    let area = area.intersection(PixelRect(size))
    guard !area.isEmpty else { return }
    for y in area.minY..<area.maxY {
      memset(pixels + y * size.width + area.minX, 0, area.width * 4)
    }
  }

  /// Saves the pixels of an area, replacing those saved before.
  ///
  /// An area with more than `mostSaved` pixels is not saved.
  func save(_ area: PixelRect) {
    let area = area.intersection(PixelRect(size))
    savedArea = area.isEmpty || area.width * area.height > mostSaved ? PixelRect(.zero) : area
    for y in 0..<savedArea.height {
      memcpy(saved + y * savedArea.width, savedPixels(y), savedArea.width * 4)
    }
  }

  /// Restores the saved pixels.
  func restore() {
    for y in 0..<savedArea.height {
      memcpy(savedPixels(y), saved + y * savedArea.width, savedArea.width * 4)
    }
  }

  /// The canvas pixels where a saved row belongs.
  private func savedPixels(_ row: Int) -> UnsafeMutablePointer<UInt32> {
    pixels + (savedArea.minY + row) * size.width + savedArea.minX
  }

  /// Draws a row of a frame, clipped to the canvas.
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
    Self.blend(source, count: area.width, over: target)
  }

  /// Blends a row; runs of opaque and transparent pixels, the most common, take a fast path.
  private static func blend(
    _ source: UnsafeRawPointer, count: Int, over target: UnsafeMutablePointer<UInt32>
  ) {
    typealias Vector = SIMD8<UInt32>
    let opaque = UInt32(bigEndian: 0x0000_00FF)
    var x = 0
    while x < count {
      if x &+ 8 <= count {
        let place = UnsafeMutableRawPointer(target + x)
        let pixels = source.loadUnaligned(fromByteOffset: x &* 4, as: Vector.self)
        let alpha = pixels & Vector(repeating: opaque)
        let isOpaque = alpha .== Vector(repeating: opaque)
        if all(isOpaque .| (alpha .== Vector(repeating: 0))) {
          let below = UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
          place.storeBytes(of: below.replacing(with: pixels, where: isOpaque), as: Vector.self)
          x &+= 8
          continue
        }
      }
      for x in x..<min(x &+ 8, count) {
        let pixel = source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
        let below = UInt32(littleEndian: target[x])
        let alpha = UInt32(littleEndian: pixel) >> 24
        if alpha > 0 {
          target[x] = blend(UInt32(littleEndian: pixel), over: below).littleEndian
        }
      }
      x &+= 8
    }
  }

  /// Blends one straight pixel over another, with libwebp's integer arithmetic.
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
