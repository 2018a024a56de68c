import Geometry

/// Draws with cairo into a bitmap.
struct BitmapCanvas {
  let cairo: CairoFunctions

  /// Returns a bitmap with what `draw` draws on a transparent canvas; `nil` if cairo is out of
  /// memory.
  func bitmap(size: PixelSize, draw: (_ canvas: OpaquePointer) -> Void) -> TextBitmap? {
    guard !size.isEmpty else { return nil }
    let count = size.width * size.height * 4
    var isPainted = false
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.update(repeating: 0)
      initialized = count
      let surface = cairo.imageSurfaceCreateForData(
        buffer.baseAddress, CairoFunctions.formatARGB32, Int32(size.width), Int32(size.height),
        Int32(size.width * 4))
      defer { cairo.surfaceDestroy(surface) }
      guard cairo.surfaceStatus(surface) == 0, let canvas = cairo.create(surface) else { return }
      draw(canvas)
      cairo.destroy(canvas)
      cairo.surfaceFlush(surface)
      swapRedAndBlue(UnsafeMutableRawBufferPointer(buffer))
      isPainted = true
    }
    return isPainted ? TextBitmap(size: size, pixels: pixels) : nil
  }

  /// Converts cairo's native 32-bit words, with blue first in memory, to red first.
  private func swapRedAndBlue(_ bytes: UnsafeMutableRawBufferPointer) {
    bytes.withMemoryRebound(to: UInt32.self) { words in
      for place in words.indices {
        let word = words[place]
        words[place] = word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16
      }
    }
  }
}

extension CairoFunctions {
  /// Adds a rectangle with rounded corners to the path.
  func addRoundedRectangle(_ rect: Rect, radius: Double, on canvas: OpaquePointer) {
    guard rect.width > 0, rect.height > 0 else { return }
    let radius = min(max(radius, 0), rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      rectangle(canvas, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    newSubPath(canvas)
    arc(canvas, rect.maxX - radius, rect.minY + radius, radius, -.pi / 2, 0)
    arc(canvas, rect.maxX - radius, rect.maxY - radius, radius, 0, .pi / 2)
    arc(canvas, rect.minX + radius, rect.maxY - radius, radius, .pi / 2, .pi)
    arc(canvas, rect.minX + radius, rect.minY + radius, radius, .pi, .pi * 1.5)
    closePath(canvas)
  }
}
