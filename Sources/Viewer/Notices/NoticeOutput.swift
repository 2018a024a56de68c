import Rendering
import Text

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
