import Geometry
import Graphics
import Platform

extension PixelSize {
  fileprivate func serves(_ wanted: PixelSize) -> Bool {
    width >= wanted.width && height >= wanted.height
      && width * height <= 2 * wanted.width * wanted.height
  }
}

/// The two framebuffers that passes draw on in turn, each the source of the next.
final class PassCanvases {
  private var canvases: [Shared<Framebuffer>] = []
  private let counters: RenderCounters
  /// False once the driver could not render to half floats; dark tones then have fewer steps.
  private var hasHalfFloats = true

  /// Sizes are rounded up to multiples of this, so that a zooming view does not need new
  /// framebuffers in each frame.
  private static let step = 128

  init(counters: RenderCounters) { self.counters = counters }

  deinit { drop() }

  /// Returns the framebuffer of a pass, large enough for a region.
  func canvas(
    _ number: Int, fitting size: PixelSize, on gl: borrowing Current
  ) throws(GLError) -> Shared<Framebuffer> {
    let largest = gl.maximumTextureSize
    func rounded(_ length: Int) -> Int {
      max(length, min(largest, dividedRoundingUp(length, by: Self.step) * Self.step))
    }
    let wanted = PixelSize(width: rounded(size.width), height: rounded(size.height))
    let index = number % 2
    // Reuse a larger one unless most of it is waste: two pictures of a slide alternate on it.
    if index < canvases.count, canvases[index].value.size.serves(wanted) {
      return canvases[index]
    }
    if index < canvases.count { forget(canvases.remove(at: index)) }
    let made = try make(wanted, on: gl)
    counters.changeTextures(by: made.value.byteCount)
    canvases.insert(made, at: min(index, canvases.count))
    return made
  }

  /// Frees the framebuffers.
  func drop() {
    for canvas in canvases { forget(canvas) }
    canvases.removeAll()
  }

  private func forget(_ canvas: Shared<Framebuffer>) {
    counters.changeTextures(by: -canvas.value.byteCount)
  }

  private func make(_ size: PixelSize, on gl: borrowing Current) throws(GLError) -> Shared<
    Framebuffer
  > {
    if hasHalfFloats {
      do throws(GLError) {
        return Shared<Framebuffer>(try Framebuffer(size: size, format: .halfFloats, on: gl))
      } catch {
        guard case .incompleteFramebuffer = error else { throw error }
        hasHalfFloats = false
      }
    }
    return Shared<Framebuffer>(try Framebuffer(size: size, on: gl))
  }
}
