import Geometry
import Gestures
import Viewing

extension PanelID {
  /// A thin bar along the lower edge: the position in an animation.
  static let seek: PanelID = "seek"
}

/// The bar along the lower edge that shows the position in an animation while the pointer moves,
/// and with which the user can seek.
final class SeekBar: Panel {
  /// How long the bar stays visible after the pointer stops, in seconds.
  private static let duration = 1.5
  /// How far from the edge the bar can be grabbed, in pixels at 96 dpi: more than its thickness,
  /// for ease of use.
  private static let reach = 16.0
  /// The bar's thickness, in pixels at 96 dpi: more than that of a bar without input.
  private static let thickness = 6.0

  /// The bar of buttons, which shows the position itself.
  weak var bar: ControlBar?

  private let view: TiledView
  private var isHeld = false
  private var until: Double?
  /// The fraction shown, and its width in pixels out of the total width.
  private var shown: (fraction: Double, pixels: Int, width: Int)?
  private var scale = 1.0

  init(_ view: TiledView) { self.view = view }

  /// Shows the bar for a while.
  func show(at now: Double) { until = now + Self.duration }

  func take(_ event: WindowEvent, at now: Double) -> Bool {
    guard view.playback != nil else { return false }
    switch event {
    case .motion(let position, _):
      if isHeld || bar?.replacesSeekBar != true { show(at: now) }
      if isHeld { view.seek(to: part(position), now: now) }
      return isHeld
    case .button(let button) where button.button == 1 && button.isPressed:
      guard take(clickAt: button.position, at: now) else { return false }
      isHeld = true
      show(at: now)
      return true
    case .button(let button) where button.button == 1 && isHeld:
      isHeld = false
      show(at: now)
      return true
    case .pointerLeft:
      if !isHeld { until = nil }
      return false
    default: return false
    }
  }

  /// Seeks to the position in the animation that corresponds to a point on the bar.
  func take(clickAt place: Point, at now: Double) -> Bool {
    guard shown != nil, place.y >= Double(view.surface.height) - Self.reach * scale
    else { return false }
    view.seek(to: part(place), now: now)
    return true
  }

  private func part(_ place: Point) -> Double {
    min(max(place.x / Double(max(1, view.surface.width)), 0), 1)
  }

  func update(in notices: Notices, at now: Double) {
    let playback = view.playback
    if playback == nil { isHeld = false }
    if !isHeld, let end = until, now >= end { until = nil }
    scale = notices.interfaceScale
    let width = view.surface.width
    if bar?.isVisible == true { until = nil }
    let progress = isHeld || until != nil ? playback?.progress : nil
    let pixels = progress.map { Int(($0 * Double(width)).rounded()) }
    // A change of less than a pixel needs no frame.
    if pixels != shown?.pixels || width != shown?.width {
      shown = pixels.flatMap { pixels in progress.map { ($0, pixels, width) } }
    }
    notices.show(
      .seek, shown.map { .bar($0.fraction, width: width, thickness: Self.thickness) })
  }

  var deadline: Double? { shown != nil && !isHeld ? until : nil }
}
