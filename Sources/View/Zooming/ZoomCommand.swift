import Geometry

/// What keys and menus ask of a view.
public enum ZoomCommand: Hashable, Sendable {
  /// Zoom by a detent of the wheel about the view's centre.
  case zoomIn, zoomOut
  /// Show the whole picture.
  case fit
  /// Fill the surface with a picture that is smaller than it.
  case fill
  /// One image pixel for each device pixel.
  case actualSize
  /// A quarter turn.
  case turnRight, turnLeft
  /// Left becomes right.
  case mirror
  /// Move the view over the picture.
  case pan(PanDirection)
}

extension ZoomController {
  /// Does what a command asks; actual size keeps the image point at the pointer, or in the middle.
  public mutating func perform(
    _ command: ZoomCommand, pointer: Point? = nil, at now: Double
  ) {
    switch command {
    case .zoomIn: zoom(byFactor: preferences.wheelStep, now: now)
    case .zoomOut: zoom(byFactor: 1 / preferences.wheelStep, now: now)
    case .fit: zoomToFit(at: now)
    case .fill: enlargeToFit(at: now)
    case .actualSize: zoomToActualSize(at: pointer, now: now)
    case .turnRight: turn(quarterTurns: 1, now: now)
    case .turnLeft: turn(quarterTurns: -1, now: now)
    case .mirror: mirror(now: now)
    case .pan(let direction): pan(by: Self.step(direction, on: destination.surface), now: now)
    }
  }

  /// The share of the view that one step pans it by.
  private static let panShare = 0.15

  /// The view goes one way, so the picture goes the other.
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
