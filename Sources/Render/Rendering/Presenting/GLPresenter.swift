import Filters
import Geometry
import Graphics
import Platform
import Tiles

/// Draws frames with OpenGL ES.
///
/// It starts without a surface. The window's surface is made right before the first frame, because
/// a resize between making it current and the first swap would make that swap show black.
final class GLPresenter: Presenter {
  let description: String
  var hasUploadThread: Bool { uploads != nil }

  // Optional boxes, so that `close` can free them in order.
  private var session: GLSession?
  private var painter: PicturePainter?
  private var store: TileStore?
  private var canvas: GLCanvas?
  private var uploads: UploaderBox?
  private let target: RenderConfiguration.Target
  private let isHosted: Bool
  private let counters: RenderCounters
  private let generation: Int

  init(
    _ session: GLSession, _ configuration: RenderConfiguration, generation: Int,
    requests: Mailbox<UploadRequest>, replies: Mailbox<RenderMessage>, counters: RenderCounters
  ) throws(PresenterError) {
    target = configuration.target
    isHosted = configuration.isHosted
    self.session = session
    self.counters = counters
    self.generation = generation
    let maximumTextureSize: Int
    do throws(GLError) {
      let made = try session.prepare()
      painter = PicturePainter(made.painter, counters: counters)
      description = made.renderer
      maximumTextureSize = made.maximumTextureSize
      if configuration.uploading == .ownThread || !made.isSoftware {
        uploads = UploaderBox.start(
          session, generation: generation, requests: requests, replies: replies, counters: counters)
      }
    } catch {
      description = ""
      close()
      throw PresenterError(reason: "\(error)")
    }
    guard maximumTextureSize >= TileShape.usual.edge + 2 * TileShape.usual.overlap else {
      close()
      throw PresenterError(
        reason: "the GPU's textures are too small (\(maximumTextureSize) pixels)")
    }
    store = TileStore(counters: counters)
  }

  func add(_ tile: Tile) throws(PresenterError) -> Bool {
    guard let session, let store else { throw PresenterError(reason: "closed") }
    guard store.wants(tile.key, tile.quality, of: tile.source) else { return false }
    let resident = try guarded { () throws(GLError) in
      try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        ResidentTile(
          key: tile.key, quality: tile.quality, texture: try TileUploader.copy(tile, on: gl))
      }
    }
    store.insert(resident, of: tile.source)
    counters.addUpload(tile.key.layout.byteCount)
    return true
  }

  func adopt(_ uploaded: UploadedTile, isWanted: Bool) throws(PresenterError) -> Bool {
    guard let session, let store else { throw PresenterError(reason: "closed") }
    // A texture of an earlier context is gone, and its name may have been reused.
    guard uploaded.generation == generation else { return false }
    let tile = uploaded.tile
    return try guarded { () throws(GLError) in
      try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        let fence = try Fence(adopting: uploaded.fence, on: gl)
        let resident = ResidentTile(
          key: tile.key, quality: tile.quality, texture: Texture(adopting: uploaded.texture, on: gl)
        )
        guard isWanted, store.wants(tile.key, tile.quality, of: tile.source) else { return false }
        fence.wait(on: gl)
        store.insert(resident, of: tile.source)
        return true
      }
    }
  }

  func retain(_ keys: Set<TileKey>, of picture: SourceID) {
    try? session?.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store?.retain(keys, of: picture)
    }
  }

  func drop(_ picture: SourceID) {
    try? session?.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store?.drop(picture)
    }
  }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) throws(PresenterError) {
    guard let session, let store else { throw PresenterError(reason: "closed") }
    try guarded { () throws(GLError) in
      try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        guard let bitmap else { return store.setOverlay(id, nil) }
        store.setOverlay(id, try OverlayTexture(bitmap, on: gl))
      }
    }
  }

  func present(_ frame: Frame) throws(PresenterError) -> PixelSize {
    guard let session, let store, let painter else { throw PresenterError(reason: "closed") }
    let canvas: GLCanvas
    if let made = self.canvas { canvas = made } else { canvas = try makeCanvas(session) }
    self.canvas = canvas
    let steps = (1 << session.configuration.bits) - 1
    return try guarded { () throws(GLError) in
      try canvas.present(session) {
        (gl: borrowing Current, size: PixelSize, isFlipped: Bool) throws(GLError) in
        let target = TilePainter.Target(
          pixels: PixelRect(size), isFlipped: isFlipped, steps: steps)
        painter.tiles.clear(frame.backdrop.surround, on: gl)
        try painter.draw(
          frame, on: size, tiles: { store.tiles(of: $0) }, to: target, on: gl)
        try painter.tiles.drawSprites(
          of: frame, on: size, from: store.overlays, to: target, on: gl)
        try painter.tiles.draw(frame.overlays, from: store.overlays, to: target, on: gl)
      }
    }
  }

  func takeFilterProblem() -> FilterError? { painter?.takeProblem() }

  func capture() -> CapturedPixels? {
    guard let session else { return nil }
    return canvas?.capture(session)
  }

  func close() {
    uploads?.stop()
    uploads = nil
    // While their context is current: deleted later, they would delete objects of the next context.
    try? session?.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      store = nil
      painter = nil
      canvas?.dropFramebuffer()
    }
    store = nil
    painter = nil
    session?.context.resign()
    canvas = nil
    session = nil
  }

  private func makeCanvas(_ session: GLSession) throws(PresenterError) -> GLCanvas {
    try guarded { () throws(GLError) in try GLCanvas(target, session, isHosted: isHosted) }
  }

  private func guarded<Result>(
    _ body: () throws(GLError) -> Result
  ) throws(PresenterError) -> Result {
    do throws(GLError) { return try body() } catch { throw PresenterError(reason: "\(error)") }
  }
}
