import Filters
import Geometry
import Graphics
import Platform
import Tiles

/// The GL part of the off-screen renderer.
final class OffscreenGL {
  let description: String
  private let maximumTextureSize: Int
  private let counters: RenderCounters
  private var session: GLSession?
  private var painter: PicturePainter?
  private var store: TileStore?
  private var canvas: Shared<Framebuffer>?

  init(faults: FaultInjector?, counters: RenderCounters) throws(PresenterError) {
    self.counters = counters
    do throws(EGLError) {
      session = try GLSession(RenderConfiguration(target: .offscreen(.zero), faults: faults))
    } catch {
      throw PresenterError(reason: "\(error)")
    }
    guard let session else { throw PresenterError(reason: "no session") }
    do throws(GLError) {
      let made = try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        (painter: try TilePainter(on: gl), name: gl.renderer, edge: gl.maximumTextureSize)
      }
      painter = PicturePainter(made.painter, counters: counters)
      description = made.name
      maximumTextureSize = made.edge
    } catch {
      throw PresenterError(reason: "\(error)")
    }
    store = TileStore(counters: counters)
    guard maximumTextureSize >= TileShape.usual.edge + 2 * TileShape.usual.overlap else {
      throw PresenterError(
        reason: "the GPU's textures are too small (\(maximumTextureSize) pixels)")
    }
  }

  deinit {
    try? session?.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store = nil
      painter = nil
      canvas = nil
    }
    session?.context.resign()
  }

  func upload(_ tile: Tile) throws(GLError) {
    guard let session, let store, store.wants(tile.key, tile.quality, of: tile.source) else {
      return
    }
    let resident = try session.context.withCurrent {
      (gl: borrowing Current) throws(GLError) in
      ResidentTile(
        key: tile.key, quality: tile.quality, texture: try TileUploader.copy(tile, on: gl))
    }
    counters.addUpload(tile.key.layout.byteCount)
    try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store.insert(resident, of: tile.source)
    }
  }

  func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    try? session?.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store?.retain(keys, of: picture)
    }
  }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) throws(GLError) {
    guard let session, let store else { return }
    try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store.setOverlay(
        id,
        try bitmap.map { (bitmap) throws(GLError) in
          try OverlayTexture(bitmap, on: gl)
        })
    }
  }

  /// Returns the error in the last frame's filters once.
  func takeProblem() -> FilterError? { painter?.takeProblem() }

  func render(_ frame: Frame, band: PixelRect) throws(GLError) -> [UInt8] {
    let edge = maximumTextureSize
    if band.width <= edge && band.height <= edge { return try renderPart(frame, band) }
    var pixels = [UInt8](repeating: 0, count: band.width * band.height * 4)
    var y = band.minY
    while y < band.maxY {
      let maxY = min(y + edge, band.maxY)
      var x = band.minX
      while x < band.maxX {
        let part = PixelRect(minX: x, minY: y, maxX: min(x + edge, band.maxX), maxY: maxY)
        let bytes = try renderPart(frame, part)
        for row in 0..<part.height {
          let start = ((y - band.minY + row) * band.width + x - band.minX) * 4
          let source = row * part.width * 4
          pixels.replaceSubrange(
            start..<(start + part.width * 4), with: bytes[source..<(source + part.width * 4)])
        }
        x = part.maxX
      }
      y = maxY
    }
    return pixels
  }

  private func renderPart(_ frame: Frame, _ part: PixelRect) throws(GLError) -> [UInt8] {
    guard let session, let store, let painter else { throw .contextLost }
    return try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      try gl.checkReset()
      let canvas: Shared<Framebuffer>
      if let old = self.canvas, old.value.size == part.size {
        canvas = old
      } else {
        self.canvas = nil
        canvas = Shared<Framebuffer>(try Framebuffer(size: part.size, on: gl))
        self.canvas = canvas
      }
      canvas.value.bind(on: gl)
      painter.tiles.clear(nil, on: gl)
      let target = TilePainter.Target(pixels: part, isFlipped: false)
      let surface = frame.viewport.surface
      try painter.draw(
        frame, on: surface, tiles: { store.tiles(of: $0) }, to: target, on: gl)
      try painter.tiles.drawSprites(
        of: frame, on: surface, from: store.overlays, to: target, on: gl)
      try painter.tiles.draw(frame.overlays, from: store.overlays, to: target, on: gl)
      try gl.check("glDrawArrays")
      let pixels = try gl.readPixels(PixelRect(part.size))
      try gl.checkReset()
      return pixels
    }
  }
}
