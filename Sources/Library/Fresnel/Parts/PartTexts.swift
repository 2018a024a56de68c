import Geometry
import Platform
import Rendering
import Text
import Viewing

/// Draws the texts of a view's parts, on a thread that starts with the first one.
///
/// It is the first of the parts, and draws nothing itself.
final class PartTexts: ViewPart {
  private enum Event: Sendable {
    case answer(TextAnswer)
    case complaint(String)
  }

  private unowned let view: TiledView
  private let complain: (String) -> Void
  private let events: Mailbox<Event>?
  private var renderer: TextRenderer?
  /// The labels whose texts are being drawn, by request.
  private var pending: [UInt64: PartLabel] = [:]
  private var lastRequest: UInt64 = 0

  /// Creates an object without a thread; `complain` gets one sentence if text can't be drawn.
  init(_ view: TiledView, complain: @escaping (String) -> Void) {
    self.view = view
    self.complain = complain
    events = try? Mailbox<Event>()
  }

  /// Draws a text in a panel; the label gets it later, with the number that is returned.
  func draw(_ text: String, scale: Double, for label: PartLabel) -> UInt64? {
    guard let events else { return nil }
    if renderer == nil {
      renderer = try? TextRenderer(
        complain: { events.post(.complaint($0)) }, deliver: { events.post(.answer($0)) })
    }
    lastRequest += 1
    pending[lastRequest] = label
    try? renderer?.request(
      TextRequest(
        id: lastRequest, blocks: [.body(text)], maximumWidth: PartMetrics.pixels(480, scale),
        scale: scale))
    return lastRequest
  }

  func set(_ id: UInt64, _ bitmap: OverlayBitmap?) { view.setOverlay(id, bitmap: bitmap) }

  func draw(into frame: inout Frame, in scene: ViewPartScene) {}

  func addDescriptors(to pollSet: inout PollSet) {
    if renderer != nil, let events { pollSet.add(events.descriptor) }
  }

  func takeEvents() -> Bool {
    guard renderer != nil, let taken = events?.takeAll() else { return false }
    for event in taken {
      switch event {
      case .complaint(let sentence): complain(sentence)
      case .answer(let answer):
        let drawn = answer.bitmap
        pending.removeValue(forKey: answer.id)?.receive(
          answer.id, drawn.flatMap { OverlayBitmap(size: $0.size, pixels: $0.pixels) })
      }
    }
    return !taken.isEmpty
  }

  func restoreBitmaps() { PartBitmap.show(in: view) }

  func stop() {
    renderer.take()?.stop()
    pending = [:]
  }
}
