import Geometry
import Gestures
import Rendering
import Tiles
import Viewing

/// Draws a navigator, and moves the view when it is pressed or dragged.
final class NavigatorPart: ViewPart {
  private enum Grab: Hashable {
    case pointer
    case finger(Int)
  }

  /// What is drawn.
  var navigator: Navigator
  private unowned let view: TiledView
  /// The place in the newest frame; `nil` while it is hidden.
  private var place: NavigatorPlace?
  /// What drags in it.
  private var grab: Grab?

  init(_ navigator: Navigator, _ view: TiledView) {
    self.navigator = navigator
    self.view = view
  }

  // MARK: Drawing

  func level(in scene: ViewPartScene) -> Level? {
    NavigatorPlace.scale(
      of: scene.info.levels, navigator, on: scene.surface, interfaceScale: scene.scale
    ).map { scene.info.levels.level(for: $0) }
  }

  func draw(into frame: inout Frame, in scene: ViewPartScene) {
    place = NavigatorPlace(
      of: frame.viewport, levels: scene.info.levels, navigator, interfaceScale: scene.scale)
    guard let picture = frame.picture, let place, let visible = place.visible(in: frame.viewport)
    else {
      self.place = nil
      return
    }
    frame.inset = Frame.Beside(
      picture: picture, pictureFrame: frame.pictureFrame, viewport: place.small,
      levels: frame.levels, checker: frame.backdrop.checker, light: frame.light)
    let line = PartMetrics.pixels(1, scene.scale)
    frame.overlays +=
      PartBitmap.outline(place.box.grown(by: line), line: line, bitmap: PartBitmap.black)
      + PartBitmap.outline(visible, line: line, bitmap: PartBitmap.white)
      + PartBitmap.outline(visible.grown(by: -line), line: line, bitmap: PartBitmap.black)
  }

  // MARK: Input

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    switch event {
    case .button(let button) where button.button == 1:
      return button.isPressed ? begin(.pointer, at: button.position, now) : end(.pointer)
    case .motion(let position, _): return follow(.pointer, to: position, now)
    case .touch(let touch):
      switch touch.phase {
      case .began: return begin(.finger(touch.id), at: touch.position, now)
      case .changed: return follow(.finger(touch.id), to: touch.position, now)
      case .ended, .cancelled: return end(.finger(touch.id))
      }
    default: return false
    }
  }

  private func begin(_ grab: Grab, at position: Point, _ now: Double) -> Bool {
    guard self.grab == nil, let place, Rect(place.box).contains(position) else { return false }
    self.grab = grab
    return follow(grab, to: position, now)
  }

  private func follow(_ grab: Grab, to position: Point, _ now: Double) -> Bool {
    guard self.grab == grab else { return false }
    guard let place else { return true }
    let point = place.imagePoint(at: position)
    view.changeView { zoom in
      let goal = zoom.destination
      zoom.pan(by: goal.surfaceCenter - goal.devicePoint(of: point), now: now)
    }
    return true
  }

  private func end(_ grab: Grab) -> Bool {
    guard self.grab == grab else { return false }
    self.grab = nil
    return true
  }
}
