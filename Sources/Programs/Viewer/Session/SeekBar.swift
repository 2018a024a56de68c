import Geometry
import Gestures
import Viewing

/// The bar along the lower edge that shows how far a picture that moves is, while the pointer
/// moves, and on which it is led elsewhere.
final class SeekBar {
  /// What an event means to it.
  enum Answer: Hashable {
    /// Nothing.
    case none
    /// Nothing to anybody else.
    case consumed
    /// Go to a part of the run, from 0 to 1.
    case seek(Double)
  }

  /// How long it stays when the pointer stands, in seconds.
  private static let patience = 1.5
  /// How far from the edge it can be caught, in pixels at 96 dots an inch: a hand is less exact
  /// than a line is thin.
  private static let reach = 16.0

  private var isHeld = false
  private var until: Double?
  private var isShown = false
  private var scale = 1.0

  /// Shows it for a while.
  func show(at now: Double) { until = now + Self.patience }

  /// Takes what the pointer does on a surface.
  func take(_ event: WindowEvent, on surface: PixelSize, at now: Double) -> Answer {
    switch event {
    case .motion(let position, _):
      show(at: now)
      return isHeld ? .seek(Self.part(position, surface)) : .none
    case .button(let button) where button.button == 1 && button.isPressed:
      guard let part = part(at: button.position, on: surface) else { return .none }
      isHeld = true
      show(at: now)
      return .seek(part)
    case .button(let button) where button.button == 1 && isHeld:
      isHeld = false
      show(at: now)
      return .consumed
    case .pointerLeft:
      if !isHeld { until = nil }
      return .none
    default: return .none
    }
  }

  /// The part of the run that a point on the bar stands for; `nil` beside it, and while it is
  /// hidden.
  func part(at place: Point, on surface: PixelSize) -> Double? {
    guard isShown, place.y >= Double(surface.height) - Self.reach * scale else { return nil }
    return Self.part(place, surface)
  }

  private static func part(_ place: Point, _ surface: PixelSize) -> Double {
    min(max(place.x / Double(max(1, surface.width)), 0), 1)
  }

  /// Shows how far what is played is.
  func update(_ playback: Playback?, in notices: Notices, at now: Double) {
    if playback == nil { isHeld = false }
    if !isHeld, let end = until, now >= end { until = nil }
    let progress = isHeld || until != nil ? playback?.progress : nil
    scale = notices.interfaceScale
    isShown = progress != nil
    notices.showSeekBar(progress)
  }

  /// When it goes by itself.
  var deadline: Double? { isShown && !isHeld ? until : nil }
}
