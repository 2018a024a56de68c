import Geometry
import Rendering
import Synchronization

/// Where the processor draws a view that nobody sees, where there is no OpenGL ES.
final class MemorySink: PixelSink {
  private let size: PixelSize
  private let bytes = Mutex<[UInt8]>([])

  init(size: PixelSize) { self.size = size }

  /// The last frame: premultiplied RGBA, rows without padding, top row first; empty before the
  /// first.
  var pixels: [UInt8] { bytes.withLock { $0 } }

  func currentSize() -> PixelSize? { size }

  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool {
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
    pixels.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: size.width * 4, size: size, order: .rgba))
    }
    bytes.withLock { $0 = pixels }
    return true
  }
}
