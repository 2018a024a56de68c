import Filters
import Geometry
import Tiles

/// Puts frames on the screen, with GL or in software; created and used on the render thread.
protocol Presenter: AnyObject {
  /// A readable name of what draws.
  var description: String { get }
  /// True if an upload thread copies tiles, false if `add` does.
  var hasUploadThread: Bool { get }

  /// Copies a tile's pixels; returns false if a better one is resident.
  func add(_ tile: Tile) throws(PresenterError) -> Bool
  /// Adopts a texture from the upload thread; returns false if a better one is resident.
  func adopt(_ tile: UploadedTile, isWanted: Bool) throws(PresenterError) -> Bool
  /// Evicts all tiles of a picture except the given ones.
  func retain(_ keys: Set<TileKey>, of picture: SourceID)
  /// Evicts all tiles of a picture.
  func drop(_ picture: SourceID)
  /// Sets or removes a bitmap for overlays and sprites.
  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) throws(PresenterError)
  /// Draws a frame, puts it on the screen, and returns the surface's size.
  func present(_ frame: Frame) throws(PresenterError) -> PixelSize
  /// Frees what only the next frames of a motion would need; called after a while without frames.
  func rest()
  /// Returns the error in the last frame's filters once.
  func takeFilterProblem() -> FilterError?
  /// Returns the pixels of the last frame, if they can be read back.
  func capture() -> CapturedPixels?
  /// Frees everything, in an order that drivers survive.
  func close()
}

/// Why a presenter can't continue; a new one may be able to.
struct PresenterError: Error {
  /// The reason in words.
  var reason: String
}

extension Presenter {
  func rest() {}
}
