import Gestures
import Viewing
import Zooming

/// What keys do where the program leaves them to the view: zoom, fit, actual size, and pan.
final class StandardKeys: ViewInputHandler {
  private unowned let view: TiledView
  /// Whether a key may be for the view.
  private let isForView: (KeyPress) -> Bool

  init(_ view: TiledView, isForView: @escaping (KeyPress) -> Bool) {
    self.view = view
    self.isForView = isForView
  }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    guard case .key(let press) = event else { return false }
    guard isForView(press) else { return true }
    guard press.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return false }
    guard let command = Self.command(for: press.key) else { return false }
    view.changeView(at: now) { $0.perform(command, at: now) }
    return false
  }

  private static func command(for key: Keysym) -> ZoomCommand? {
    switch key {
    case .plus, .equal: .zoomIn
    case .minus, .underscore: .zoomOut
    case .zero: .fit
    case .one: .actualSize
    case .left: .pan(.left)
    case .right: .pan(.right)
    case .up: .pan(.up)
    case .down: .pan(.down)
    default: nil
    }
  }
}
