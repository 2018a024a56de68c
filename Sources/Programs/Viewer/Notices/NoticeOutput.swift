import Rendering
import Text
import Viewing
import Windowing

/// Where notices go: the window, the text thread, the renderer and the standard error.
protocol NoticeOutput {
  /// Gives the window another title.
  func setTitle(_ title: String)
  /// Has a text drawn; its bitmap comes back under its number.
  func draw(_ request: TextRequest)
  /// Has a drawing drawn; its bitmap comes back under its number.
  func draw(_ request: DrawingRequest)
  /// Gives the renderer a bitmap, or takes it away with `nil`.
  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?)
  /// Writes a line for the person or the script that started the program.
  func writeLine(_ line: String)
}

/// The window, the view and the thread that notices go to.
struct ViewerNoticeOutput: NoticeOutput {
  let window: Window
  let text: TextRenderer
  let view: TiledView

  func setTitle(_ title: String) { window.setTitle(title) }

  // Without a thread there are no texts; the pictures are what matters.
  func draw(_ request: TextRequest) { try? text.request(request) }

  func draw(_ request: DrawingRequest) { try? text.request(request) }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) { view.setOverlay(id, bitmap: bitmap) }

  func writeLine(_ line: String) { StandardError.write(line) }
}

/// How far something is, and since when somebody waits for it.
struct Progress: Hashable, Sendable {
  /// The part that is done, from 0 to 1.
  var fraction: Double
  /// When it began, in seconds of the viewer's clock.
  var since: Double
}
