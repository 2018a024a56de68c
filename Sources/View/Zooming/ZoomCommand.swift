import Geometry
import Gestures

/// A command of a key or a menu.
public enum ZoomCommand: Hashable, Sendable {
  /// Zoom by one wheel detent about the view's centre.
  case zoomIn, zoomOut
  /// Show the whole picture.
  case fit
  /// Fit the picture to the surface, enlarging it if it is smaller.
  case fill
  /// Zoom to 100 %: one device pixel per image pixel, or as many as the content scale says.
  case actualSize
  /// Turn by 90°.
  case turnRight, turnLeft
  /// Mirror left to right.
  case mirror
  /// Pan the view over the picture.
  case pan(PanDirection)

  /// Returns the command of a key that every view has; `nil` for other keys.
  package init?(_ key: Keysym) {
    switch key {
    case .plus, .equal: self = .zoomIn
    case .minus, .underscore: self = .zoomOut
    case .zero: self = .fit
    case .one: self = .actualSize
    case .left: self = .pan(.left)
    case .right: self = .pan(.right)
    case .up: self = .pan(.up)
    case .down: self = .pan(.down)
    default: return nil
    }
  }
}

extension ZoomController {
  /// Performs a command.
  ///
  /// Actual size keeps the image point under `pointer`, or at the centre of the view without one.
  public mutating func perform(
    _ command: ZoomCommand, pointer: Point? = nil, at now: Double
  ) {
    switch command {
    case .zoomIn: zoom(byFactor: preferences.wheelStep, now: now)
    case .zoomOut: zoom(byFactor: 1 / preferences.wheelStep, now: now)
    case .fit: zoomToFit(at: now)
    case .fill: enlargeToFit(at: now)
    case .actualSize: zoomToActualSize(at: pointer, now: now)
    case .turnRight: turn(quarterTurns: 1)
    case .turnLeft: turn(quarterTurns: -1)
    case .mirror: mirror()
    case .pan(let direction): pan(by: Self.step(direction, on: destination.surface), now: now)
    }
  }

  /// The distance of one pan step, as a fraction of the view.
  private static let panShare = 0.15

  /// Returns how far the picture moves for a pan step: opposite to the view.
  private static func step(_ direction: PanDirection, on surface: PixelSize) -> Point {
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
