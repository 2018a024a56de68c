import Geometry
import Graphics
import Tiles

/// Draws frames without a window and hands their pixels over; everything on the calling thread.
///
/// Around the picture, and behind it where the frame has no checkerboard, pixels stay transparent.
package final class OffscreenRenderer {
  /// What draws, for people.
  package let description: String
  /// Why the processor draws instead of GL; `nil` where GL does.
  package let fallbackReason: String?
  private let gl: OffscreenGL?
  private var copies = CopiedPictures()
  private let counters = RenderCounters()

  /// Opens EGL without a window system; where it cannot, the processor draws.
  package init(usesGL: Bool = true, faults: FaultInjector? = nil) {
    do throws(PresenterError) {
      guard usesGL else { throw PresenterError(reason: "GL is turned off") }
      let gl = try OffscreenGL(faults: faults, counters: counters)
      self.gl = gl
      description = gl.description
      fallbackReason = nil
    } catch {
      gl = nil
      description = "software"
      fallbackReason = error.reason
    }
  }

  /// What drawing has cost so far.
  package var statistics: RenderStatistics { counters.statistics }

  /// Copies a tile: its slot is free when it returns.
  ///
  /// A failure of the GPU ends the rendering; the error says why, in words.
  package func upload(_ tile: Tile) throws(OffscreenError) {
    if let gl {
      do throws(GLError) { return try gl.upload(tile) } catch {
        throw OffscreenError(reason: "\(error)")
      }
    }
    _ = copies.add(tile, counters)
  }

  /// Drops every tile of a picture but those that are named.
  package func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    gl?.retain(keys, of: picture)
    copies.retain(keys, of: picture, counters)
  }

  /// Sets the bitmap that sprites or overlays of a number show; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) throws(OffscreenError) {
    guard let gl else {
      copies.overlays[id] = bitmap
      return
    }
    do throws(GLError) { try gl.setOverlay(id, bitmap) } catch {
      throw OffscreenError(reason: "\(error)")
    }
  }

  /// Draws some of a frame's pixels: premultiplied RGBA, rows without padding, top row first.
  ///
  /// The frame's view may be larger than any texture; overlays and sprites whose bitmap was never
  /// set are left out.
  package func render(_ frame: Frame, band: PixelRect) throws(OffscreenError) -> [UInt8] {
    guard !band.isEmpty else { return [] }
    counters.addFrame(milliseconds: 0)
    if let gl {
      let pixels: [UInt8]
      do throws(GLError) { pixels = try gl.render(frame, band: band) } catch {
        throw OffscreenError(reason: "\(error)")
      }
      // Nobody wants a file in which some of its filters are missing.
      if let problem = gl.takeProblem() { throw OffscreenError(reason: problem.description) }
      return pixels
    }
    var pixels = [UInt8](repeating: 0, count: band.width * band.height * 4)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      SoftwareRenderer.drawPictures(
        of: frame, tiles: { copies[$0] }, overlays: copies.overlays, surround: nil,
        surface: frame.viewport.surface, band: band,
        on: SurfacePixels(base: base, stride: band.width * 4, size: band.size, order: .rgba))
    }
    return pixels
  }
}

/// Why a frame could not be drawn without a window.
package struct OffscreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In words.
  package let reason: String
  /// In words.
  package var description: String { reason }
}
