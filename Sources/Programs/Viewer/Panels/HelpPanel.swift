import Geometry
import Gestures
import Text

extension PanelID {
  /// The list of keys, in the middle, above other texts.
  static let help: PanelID = "help"
}

/// The list of keys, which is scrolled in a window that is too small for it.
final class HelpPanel: Panel {
  private(set) var isShown = false
  private let keys: () -> KeyMap
  /// The distance from the list's start, and the largest one, in device pixels.
  private var scroll = (distance: 0.0, most: 0.0)
  /// The distances of an arrow key or a detent of the wheel, and of a Page key, in device pixels.
  private var steps = (line: 0.0, page: 0.0)
  /// The fingers that were put down on the list and are still down; the picture sees none of them.
  private var fingers: Set<Int> = []
  /// The first of these fingers, which scrolls.
  private var drag: Drag?

  private struct Drag {
    let finger: Int
    /// Where it was put down, and how far the list was scrolled then.
    let start: (y: Double, distance: Double)
    /// True once the finger has moved so far that it is no tap.
    var isScrolling = false
  }

  /// Creates the list of the keys in use.
  init(of keys: @escaping () -> KeyMap) { self.keys = keys }

  func toggle(at now: Double) {
    isShown.toggle()
    scroll.distance = 0
    drag = nil
  }

  func hide(at now: Double) -> Bool {
    defer { isShown = false }
    return isShown
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .touch(let touch): return take(touch)
    case .visibility(false):
      // The ends of touches may not be reported.
      fingers = []
      drag = nil
      return false
    default: break
    }
    guard isShown, scroll.most > 0, let step = step(of: event) else { return false }
    move(to: scroll.distance + step)
    return true
  }

  private func move(to distance: Double) {
    scroll.distance = min(max(distance, 0), scroll.most)
  }

  /// Scrolls with a finger; a tap hides the list, since the menu's long press and the bar can't be
  /// reached below it.
  private func take(_ touch: TouchEvent) -> Bool {
    switch touch.phase {
    case .began:
      guard isShown, scroll.most > 0 else { return false }
      if fingers.isEmpty {
        drag = Drag(finger: touch.id, start: (touch.position.y, scroll.distance))
      }
      fingers.insert(touch.id)
    case .changed:
      guard fingers.contains(touch.id) else { return false }
      pull(touch)
    case .ended, .cancelled:
      guard fingers.remove(touch.id) != nil else { return false }
      guard let ended = drag, ended.finger == touch.id else { break }
      drag = nil
      if touch.phase == .ended, !ended.isScrolling { isShown = false }
    }
    return true
  }

  private func pull(_ touch: TouchEvent) {
    guard var pulled = drag, pulled.finger == touch.id else { return }
    let way = touch.position.y - pulled.start.y
    if abs(way) > steps.line / 4 { pulled.isScrolling = true }
    drag = pulled
    if pulled.isScrolling { move(to: pulled.start.distance - way) }
  }

  /// Returns how far an event scrolls; `nil` for other events.
  private func step(of event: WindowEvent) -> Double? {
    switch event {
    // Scrolling to the side goes to the picture, and so does its end.
    case .scroll(let turn)
    where turn.modifiers.isEmpty && abs(turn.detents.y) > abs(turn.detents.x):
      return turn.detents.y * steps.line
    case .key(let press) where press.modifiers.isEmpty:
      switch press.key {
      case .up, .k: return -steps.line
      case .down, .j: return steps.line
      case .pageUp: return -steps.page
      case .pageDown: return steps.page
      case .home: return -scroll.most
      case .end: return scroll.most
      default: return nil
      }
    default: return nil
    }
  }

  func update(in notices: Notices, at now: Double) {
    notices.show(
      .help, isShown ? .text([.title("Keys"), .keys(KeyHelp.rows(for: keys()))], .leading) : nil)
    steps.line = 48 * notices.interfaceScale
    steps.page = max(Double(notices.surface.height) - 2 * steps.line, steps.line)
    scroll.most = Double(notices.mostScroll(of: .help))
    scroll.distance = min(scroll.distance, scroll.most)
    notices.scroll(.help, to: Int(scroll.distance.rounded()))
  }
}
