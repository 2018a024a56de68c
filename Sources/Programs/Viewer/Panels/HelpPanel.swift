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

  /// Creates the list of the keys in use.
  init(of keys: @escaping () -> KeyMap) { self.keys = keys }

  func toggle(at now: Double) {
    isShown.toggle()
    scroll.distance = 0
  }

  func hide(at now: Double) -> Bool {
    defer { isShown = false }
    return isShown
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    guard isShown, scroll.most > 0, let step = step(of: event) else { return false }
    scroll.distance = min(max(scroll.distance + step, 0), scroll.most)
    return true
  }

  /// Returns how far an event scrolls; `nil` for other events.
  private func step(of event: WindowEvent) -> Double? {
    switch event {
    case .scroll(let turn) where turn.modifiers.isEmpty: return turn.detents.y * steps.line
    case .key(let press) where press.modifiers.isEmpty:
      switch press.key {
      case .up: return -steps.line
      case .down: return steps.line
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
