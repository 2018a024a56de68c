import Geometry
import Zooming

/// What commands are the view's.
extension ZoomController {
  /// Does what a command asks of the view; false where it is somebody else's.
  ///
  /// An arrow that leads sideways over a picture that fits is the album's.
  mutating func perform(_ command: Command, pointer: Point?, at now: Double) -> Bool {
    switch command {
    // The wheel's own detent, so that both feel the same.
    case .zoomIn: zoom(byFactor: preferences.wheelStep, at: nil, now: now)
    case .zoomOut: zoom(byFactor: 1 / preferences.wheelStep, at: nil, now: now)
    case .fit: zoomToFit(at: now)
    case .fill: enlargeToFit(at: now)
    case .actualSize: zoomToActualSize(at: pointer, now: now)
    case .turnRight: turn(quarterTurns: 1, now: now)
    case .turnLeft: turn(quarterTurns: -1, now: now)
    case .mirror: mirror(now: now)
    case .pan(let direction):
      guard command.sideways == nil || !fitsHorizontally else { return false }
      pan(by: Self.step(direction, on: destination.surface), now: now)
    default: return false
    }
    return true
  }

  /// The share of the view that an arrow key moves it by.
  private static let panShare = 0.15

  /// The view goes where the arrow points, so the picture goes the other way.
  private static func step(_ direction: Command.Direction, on surface: PixelSize) -> Point {
    let x = Double(surface.width) * panShare
    let y = Double(surface.height) * panShare
    return switch direction {
    case .left: Point(x: x, y: 0)
    case .right: Point(x: -x, y: 0)
    case .up: Point(x: 0, y: y)
    case .down: Point(x: 0, y: -y)
    }
  }
}
