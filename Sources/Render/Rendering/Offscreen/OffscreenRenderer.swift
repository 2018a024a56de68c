import Geometry
import Graphics
import Tiles

/// Draws frames without a window and returns their pixels; all work is done on the calling thread.
///
/// Pixels around the picture stay transparent, and those behind it, too, if the frame has no
/// checkerboard.
package final class OffscreenRenderer {
  /// A readable name of what draws.
  package let description: String
  /// Why the software renderer is used instead of GL; `nil` with GL.
  package let fallbackReason: String?
  private let gl: OffscreenGL?
  private var copies = CopiedPictures()
  private let counters = RenderCounters()

  /// Opens EGL without a window system; falls back to the software renderer.
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

  /// The rendering costs so far.
  package var statistics: RenderStatistics { counters.statistics }

  /// Copies a tile; its slot is free when this returns.
  ///
  /// A GPU failure ends the rendering; the error describes it in words.
  package func upload(_ tile: Tile) throws(OffscreenError) {
    if let gl {
      do throws(GLError) { return try gl.upload(tile) } catch {
        throw OffscreenError(reason: "\(error)")
      }
    }
    _ = copies.add(tile, counters)
  }

  /// Evicts all tiles of a picture except the given ones.
  package func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    gl?.retain(keys, of: picture)
    copies.retain(keys, of: picture, counters)
  }

  /// Sets the bitmap with an ID for sprites and overlays; `nil` removes it.
  package func setOverlay(_ id: UInt64, bitmap: OverlayBitmap?) throws(OffscreenError) {
    guard let gl else {
      copies.overlays[id] = bitmap
      return
    }
    do throws(GLError) { try gl.setOverlay(id, bitmap) } catch {
      throw OffscreenError(reason: "\(error)")
    }
  }

  /// Draws a band of a frame: premultiplied RGBA, rows without padding, top row first.
  ///
  /// The frame's view may be larger than the maximum texture size. Overlays and sprites without a
  /// bitmap are skipped.
  package func render(_ frame: Frame, band: PixelRect) throws(OffscreenError) -> [UInt8] {
    guard !band.isEmpty else { return [] }
    counters.addFrame(milliseconds: 0)
    if let gl {
      let pixels: [UInt8]
      do throws(GLError) { pixels = try gl.render(frame, band: band) } catch {
        throw OffscreenError(reason: "\(error)")
      }
      // A file with some filters missing would be worse than an error.
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
  /// The reason in words.
  package let reason: String
  /// The reason in words.
  package var description: String { reason }
}
