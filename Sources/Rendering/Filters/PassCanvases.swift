import Geometry
import Graphics

/// The two framebuffers that passes are drawn on in turn, each the source of the next.
final class PassCanvases {
  private var canvases: [FramebufferBox] = []
  private let counters: RenderCounters
  /// Whether the driver draws on half floats; without, dark tones lose some of their steps.
  private var hasHalfFloats = true

  /// Sizes are rounded up to this, so that a zooming view does not need new ones for each frame.
  private static let step = 128

  init(counters: RenderCounters) { self.counters = counters }

  deinit { drop() }

  /// The canvas of a pass, large enough for a region.
  func canvas(
    _ number: Int, fitting size: PixelSize, on gl: borrowing Current
  ) throws(GLError) -> FramebufferBox {
    let largest = gl.maximumTextureSize
    func rounded(_ length: Int) -> Int {
      max(length, min(largest, dividedRoundingUp(length, by: Self.step) * Self.step))
    }
    let wanted = PixelSize(width: rounded(size.width), height: rounded(size.height))
    let index = number % 2
    if index < canvases.count, canvases[index].framebuffer.size == wanted { return canvases[index] }
    if index < canvases.count { forget(canvases.remove(at: index)) }
    let made = try make(wanted, on: gl)
    counters.changeTextures(by: made.framebuffer.byteCount)
    canvases.insert(made, at: min(index, canvases.count))
    return made
  }

  /// Gives the memory back.
  func drop() {
    for canvas in canvases { forget(canvas) }
    canvases.removeAll()
  }

  private func forget(_ canvas: FramebufferBox) {
    counters.changeTextures(by: -canvas.framebuffer.byteCount)
  }

  private func make(_ size: PixelSize, on gl: borrowing Current) throws(GLError) -> FramebufferBox {
    if hasHalfFloats {
      do throws(GLError) {
        return FramebufferBox(try Framebuffer(size: size, format: .halfFloats, on: gl))
      } catch {
        guard case .incompleteFramebuffer = error else { throw error }
        hasHalfFloats = false
      }
    }
    return FramebufferBox(try Framebuffer(size: size, on: gl))
  }
}
