import Rendering
import Text
import Windowing

/// The window and the threads that notices go to.
struct ViewerNoticeOutput: NoticeOutput {
  let window: Window
  let text: TextRenderer
  let renderer: RenderThread

  func setTitle(_ title: String) { window.setTitle(title) }

  // Without a thread there are no texts; the pictures are what matters.
  func draw(_ request: TextRequest) { try? text.request(request) }

  func draw(_ request: DrawingRequest) { try? text.request(request) }

  func setOverlay(_ id: UInt64, _ bitmap: OverlayBitmap?) {
    renderer.setOverlay(id, bitmap: bitmap)
  }

  func writeLine(_ line: String) { StandardError.write(line) }
}
