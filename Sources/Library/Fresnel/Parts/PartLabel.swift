import Geometry
import Rendering

/// A text in a panel over a view; of several texts, only the newest is drawn.
final class PartLabel {
  private struct Text: Hashable {
    var text: String
    var scale: Double
  }

  /// The ID of the text's bitmap.
  let bitmap: UInt64
  private unowned let texts: PartTexts
  private var wanted: Text?
  private var pending: (number: UInt64, text: Text)?
  /// The newest text that was drawn; its bitmap is `nil` if that failed.
  private var drawn: (text: Text, bitmap: OverlayBitmap?)?

  init(_ bitmap: UInt64, _ texts: PartTexts) {
    self.bitmap = bitmap
    self.texts = texts
  }

  /// Draws a text, unless it is the last one.
  func show(_ text: String, scale: Double) {
    wanted = Text(text: text, scale: scale)
    drawWanted()
  }

  /// Forgets all texts.
  func clear() {
    wanted = nil
    pending = nil
    drawn = nil
  }

  /// The size of the newest text that was drawn, in device pixels; `nil` before the first one.
  var size: PixelSize? { drawn?.bitmap?.size }

  /// Returns the size of a text, in device pixels; `nil` unless it is the one that was drawn last.
  func size(of text: String) -> PixelSize? { drawn?.text.text == text ? size : nil }

  /// Takes the bitmap of a request.
  func receive(_ number: UInt64, _ drawing: OverlayBitmap?) {
    guard let pending, pending.number == number else { return }
    drawn = (pending.text, drawing)
    self.pending = nil
    restore()
    drawWanted()
  }

  /// Passes the bitmap to the renderer.
  func restore() {
    if let bitmap = drawn?.bitmap { texts.set(self.bitmap, bitmap) }
  }

  private func drawWanted() {
    guard let wanted, pending == nil, drawn?.text != wanted else { return }
    pending = texts.draw(wanted.text, scale: wanted.scale, for: self)
      .map { (number: $0, text: wanted) }
  }
}
