import Geometry
import Tiles

/// Which levels of a source a view is made of.
extension SourceLevels {
  /// The level whose pixels the view shows one to one; beyond the largest scale, the largest.
  package func exactLevel(of view: Viewport) -> Level { exactLevel(scale: view.scale) }

  /// The level of the whole picture that is always kept: it stands in wherever nothing finer is.
  ///
  /// It is exactly as large as the picture on the surface, or the nearest finer rung of a ladder.
  package func fitLevel(of view: Viewport) -> Level { level(for: view.fitScale) }

  /// The rung that a view is drawn from until tiles of exactly its scale have been made of it;
  /// `nil` where the source gives those itself.
  package func rungLevel(of view: Viewport) -> Level? {
    offers(exactLevel(of: view)) ? nil : level(for: view.scale)
  }

  /// The largest level of a power of two that is at most three quarters of the view's own scale.
  ///
  /// Views of many scales share it. It is ceil(W/2ᵏ) × ceil(H/2ᵏ); `nil` where it would be no
  /// larger than the fit view, which is always there, and for a ladder, whose rungs are shared
  /// already.
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
