import Geometry
import Rendering
import Synchronization

/// The target of software rendering for a view without a window, if OpenGL ES is unavailable.
final class MemorySink: PixelSink {
  private let size: PixelSize
  private let bytes = Mutex<[UInt8]>([])

  init(size: PixelSize) { self.size = size }

  /// The last frame: premultiplied RGBA, rows without padding, top row first; empty until the first
  /// frame.
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
