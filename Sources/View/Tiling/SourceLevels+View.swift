import Geometry
import Tiles

/// The levels from which a view is drawn.
extension SourceLevels {
  /// The level whose pixels the view shows one to one; the largest level if the view is beyond it.
  package func exactLevel(of view: Viewport) -> Level { exactLevel(scale: view.scale) }

  /// The level of the whole picture that is always kept and stands in for everything that is
  /// missing.
  ///
  /// It has the size of the fitted picture on the surface, or is the next finer rung of a ladder.
  package func fitLevel(of view: Viewport) -> Level { level(for: view.fitScale) }

  /// The rung from which a view is drawn until tiles of exactly its scale have been reduced from
  /// it; `nil` if the source has those itself.
  package func rungLevel(of view: Viewport) -> Level? {
    offers(exactLevel(of: view)) ? nil : level(for: view.scale)
  }

  /// The largest power-of-two level at no more than 3/4 of the view's scale.
  ///
  /// Views of many scales share it. Its size is ceil(W/2ᵏ) × ceil(H/2ᵏ). It is `nil` if it would be
  /// no larger than the fit view, which is always resident, and for a ladder, whose rungs are
  /// shared already.
  package func halvedLevel(of view: Viewport) -> Level? {
    guard case .any(let largest) = scales else { return nil }
    let scale = 0.75 * min(largest, view.scale)
    guard scale > view.fitScale, view.fitScale > 0 else { return nil }
    let power = scale.binade
    let halved = Level(
      size: PixelSize(
        width: Int((extent.width * power).rounded(.up)),
        height: Int((extent.height * power).rounded(.up))), shape: shape)
    let fit = fitLevel(of: view)
    return halved.size.width > fit.size.width && halved.size.height > fit.size.height
      ? halved : nil
  }
}
