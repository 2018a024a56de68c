import Geometry
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
    view.changeView(at: now) { Self.perform(press.key, on: &$0, at: now) }
    return false
  }

  /// The share of the view that an arrow key moves it by.
  private static let panShare = 0.15

  private static func perform(_ key: Keysym, on zoom: inout ZoomController, at now: Double) {
    let surface = zoom.destination.surface
    let (x, y) = (Double(surface.width) * panShare, Double(surface.height) * panShare)
    switch key {
    case .plus, .equal: zoom.zoom(byFactor: zoom.preferences.wheelStep, now: now)
    case .minus, .underscore: zoom.zoom(byFactor: 1 / zoom.preferences.wheelStep, now: now)
    case .zero: zoom.zoomToFit(at: now)
    case .one: zoom.zoomToActualSize(now: now)
    case .left: zoom.pan(by: Point(x: x, y: 0), now: now)
    case .right: zoom.pan(by: Point(x: -x, y: 0), now: now)
    case .up: zoom.pan(by: Point(x: 0, y: y), now: now)
    case .down: zoom.pan(by: Point(x: 0, y: -y), now: now)
    default: break
    }
  }
}
