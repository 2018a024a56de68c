import Rendering
import Text
import Viewing
import Windowing

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
