import Geometry
import Rendering
import Text
import Viewing
import Windowing

/// The output for notices: the window, the text thread, the renderer and standard error.
protocol NoticeOutput {
  /// The size of the surface, in device pixels.
  var surface: PixelSize { get }
  /// Sets the window's title.
  func setTitle(_ title: String)
  /// Requests a text; its bitmap is returned with the same number.
  func draw(_ request: TextRequest)
  /// Requests a drawing; its bitmap is returned with the same number.
  func draw(_ request: DrawingRequest)
  /// Sets or, with `nil`, removes the renderer's bitmap for an overlay.
  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?)
  /// Writes a line to standard error.
  func writeLine(_ line: String)
}

/// Sends notices to the window, the text thread, the view and standard error.
struct ViewerNoticeOutput: NoticeOutput {
  let window: Window
  let text: TextRenderer
  let view: TiledView

  var surface: PixelSize { view.surface }

  func setTitle(_ title: String) { window.setTitle(title) }

  // If the text thread can't be started, there are no texts, but pictures are still shown.
  func draw(_ request: TextRequest) { try? text.request(request) }

  func draw(_ request: DrawingRequest) { try? text.request(request) }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) { view.setOverlay(id, bitmap: bitmap) }

  func writeLine(_ line: String) { StandardError.write(line) }
}

/// The progress of work that the user is waiting for.
struct Progress: Hashable, Sendable {
  /// The fraction done, from 0 to 1.
  var fraction: Double
  /// When the work began, in seconds of the viewer's clock.
  var since: Double
}
