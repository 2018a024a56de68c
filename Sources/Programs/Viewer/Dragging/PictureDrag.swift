import Geometry
import Gestures
import Platform
import Viewing
import Windowing

/// Drags the picture out of the window, to another program: Ctrl and the first button.
///
/// While the button is held, the server reports the pointer's motion wherever it is.
final class PictureDrag: ViewInputHandler {
  /// The distance from which a motion is a drag, in pixels at 96 dpi.
  static let threshold = 8.0

  private enum State {
    case idle
    case pressed(at: Point)
    case dragging
  }

  private unowned let parts: ViewerParts
  private var state = State.idle
  /// True while the window shows the name of the file that the target may place.
  private var showsName = false

  init(_ parts: ViewerParts) { self.parts = parts }

  /// Handles a press that no panel and no command has taken; returns true if it may become a drag.
  func press(_ button: ButtonEvent) -> Bool {
    guard button.button == 1, button.modifiers == .control, parts.gallery.shownFile != nil else {
      return false
    }
    state = .pressed(at: button.position)
    return true
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch (state, event) {
    case (.idle, _): return false
    case (.pressed(let start), .motion(let position, _)):
      let threshold = Self.threshold * parts.notices.interfaceScale
      if (position - start).length > threshold { begin(at: position) }
    case (.dragging, .motion(let position, _)): move(to: position)
    case (.pressed, .button(let button)) where button.button == 1 && !button.isPressed:
      state = .idle
    case (.dragging, .button(let button)) where button.button == 1 && !button.isPressed:
      move(to: button.position)
      parts.clipboard.releaseDrag()
      end()
    case (.dragging, .key(let press)):
      if press.key == .escape { cancel() }
    case (_, .visibility(isVisible: false)), (_, .connectionLost):
      cancel()
      return false
    // Its release has got lost.
    case (_, .button(let button)) where button.button == 1:
      cancel()
      return false
    case (.dragging, .button), (.dragging, .scroll): break
    default: return false
    }
    return true
  }

  private func begin(at position: Point) {
    state = .idle
    guard let (offer, name) = parts.export.draggedOffer() else { return }
    state = .dragging
    if let name {
      // Whatever the target is, it can write under no other name than the one that is seen here.
      parts.notices.showNote(
        "in a folder, it is saved as \(escapedForDisplay(name))", until: nil)
      showsName = true
    }
    parts.clipboard.drag(offer, from: parts.window.id)
    parts.window.setPointer(.refuses)
    move(to: position)
  }

  private func move(to position: Point) {
    parts.clipboard.moveDrag(toX: Int(position.x.rounded()), y: Int(position.y.rounded()))
  }

  private func cancel() {
    parts.clipboard.cancelDrag()
    end()
  }

  private func end() {
    state = .idle
    if showsName { parts.notices.hideNote() }
    showsName = false
    parts.window.setPointer(nil)
  }

  /// Handles news of the drag.
  func receive(_ report: DragReport, at now: Double) {
    switch report {
    case .acceptance(let isAccepted):
      if case .dragging = state { parts.window.setPointer(isAccepted ? .takes : .refuses) }
    case .ended(let outcome):
      if outcome == .silent {
        parts.notices.showNote("the other program does not answer", until: now + 4)
      }
    }
  }
}
