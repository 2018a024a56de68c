import Fresnel
import MinesweeperBoard

/// Handles input on the bar and on the card, so that it does not reach the field below.
final class BarHandler: ViewInputHandler {
  private unowned let window: GameWindow
  /// The pressed item, by a button or by a numbered finger.
  private var pressed: (target: Target, finger: Int?)?

  private enum Target: Hashable {
    case button(BarButton)
    case bar
    case card
  }

  init(_ window: GameWindow) { self.window = window }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .button(let button):
      if button.isPressed { return press(at: button.position, finger: nil) }
      return release(at: button.position, finger: nil, isMeant: button.button == 1)
    case .touch(let touch):
      switch touch.phase {
      case .began: return press(at: touch.position, finger: touch.id)
      case .changed: return pressed?.finger == touch.id
      case .ended: return release(at: touch.position, finger: touch.id, isMeant: true)
      case .cancelled: return release(at: touch.position, finger: touch.id, isMeant: false)
      }
    default: return false
    }
  }

  private func target(at point: Point) -> Target? {
    if let card = window.cardPlace, card.contains(point) { return .card }
    guard point.y < Double(BarLayout.height) else { return nil }
    let layout = BarLayout(width: max(window.view.surface.width, BarLayout.leastWidth))
    return layout.button(at: point).map { .button($0) } ?? .bar
  }

  private func press(at point: Point, finger: Int?) -> Bool {
    guard let target = target(at: point) else { return false }
    pressed = (target, finger)
    return true
  }

  private func release(at point: Point, finger: Int?, isMeant: Bool) -> Bool {
    guard let pressed, pressed.finger == finger else { return false }
    self.pressed = nil
    if isMeant, target(at: point) == pressed.target { perform(pressed.target) }
    return true
  }

  private func perform(_ target: Target) {
    switch target {
    case .bar: break
    case .card: _ = window.dismissCard()
    case .button(.board): window.nextBoard()
    case .button(.face): window.restart()
    case .button(.time): window.toggleTimes()
    case .button(.mode): window.toggleMode()
    case .button(.pause): window.togglePause()
    case .button(.fit): window.fit()
    }
  }
}

extension PixelRect {
  fileprivate func contains(_ point: Point) -> Bool {
    point.x >= Double(minX) && point.x < Double(maxX) && point.y >= Double(minY)
      && point.y < Double(maxY)
  }
}
