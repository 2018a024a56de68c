import Filters
import Geometry
import Tiles

/// What puts frames on the screen: GL, or the processor; made and used on the render thread.
protocol Presenter: AnyObject {
  /// What draws, for people.
  var description: String { get }
  /// The longest edge that it can draw.
  var maximumTextureSize: Int { get }
  /// Whether tiles reach it over an upload thread, rather than by `add`.
  var hasUploadThread: Bool { get }

  /// Copies a tile's pixels; `false` where a better one is there.
  func add(_ tile: Tile) throws(PresenterError) -> Bool
  /// Takes over what the upload thread has copied; `false` where a better one is there.
  func adopt(_ tile: UploadedTile, isWanted: Bool) throws(PresenterError) -> Bool
  /// Drops every tile of a picture but those that are named.
  func retain(_ keys: Set<TileKey>, of picture: SourceID)
  /// Drops every tile of a picture.
  func drop(_ picture: SourceID)
  /// Sets or removes an overlay's bitmap.
  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) throws(PresenterError)
  /// Draws a frame and puts it on the screen; the surface's own size then.
  func present(_ frame: Frame) throws(PresenterError) -> PixelSize
  /// Gives back what only the next frames of a motion would need: there has been none for a while.
  func rest()
  /// What is wrong with the filters of the frame that was presented last, told once.
  func takeFilterProblem() -> FilterError?
  /// The pixels of the last frame, where they can be read back.
  func capture() -> CapturedPixels?
  /// Gives everything back, in the order that drivers survive.
  func close()
}

/// Why a presenter cannot go on as it is; a new one may.
struct PresenterError: Error {
  /// In words.
  var reason: String
}

extension Presenter {
  func rest() {}
}
