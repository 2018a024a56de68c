import Geometry
import Rendering
import Synchronization

/// A fake window in plain memory.
final class RecordingSink: PixelSink {
  private let size: PixelSize
  private let bytes = Mutex<[UInt8]>([])
  private let puts = Mutex(0)

  init(size: PixelSize) { self.size = size }

  var pixels: [UInt8] { bytes.withLock { $0 } }
  /// The number of frames it was given.
  var count: Int { puts.withLock { $0 } }

  func currentSize() -> PixelSize? { size }

  func put(_ size: PixelSize, _ draw: (SurfacePixels) -> Void) -> Bool {
    var memory = [UInt8](repeating: 0, count: size.width * size.height * 4)
    memory.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      draw(SurfacePixels(base: base, stride: size.width * 4, size: size))
    }
    bytes.withLock { $0 = memory }
    puts.withLock { $0 += 1 }
    return true
  }
}
