import Geometry
import Rendering
import ViewGeometry
import Zooming

/// What a job draws: a view of a picture, and which of its pixels are written.
struct RenderView: Hashable, Sendable {
  /// The settled view.
  var viewport: Viewport
  /// The pixels of its surface that are written; never empty.
  var area: PixelRect
  /// How image pixels are magnified beyond 100 %.
  var magnification = Frame.Magnification.automatic
  /// Where the filtered part begins; `nil` filters everything.
  var split: Int?

  /// All of a view.
  init(_ viewport: Viewport) {
    self.viewport = viewport
    area = PixelRect(viewport.surface)
  }

  /// What a view on the screen shows of its picture, without what is around it; `nil` for nothing.
  init?(
    picturePartOf viewport: Viewport, magnification: Frame.Magnification, split: Int?
  ) {
    let shown = viewport.shownRect.intersection(viewport.surfaceRect)
    let area = PixelRect(
      minX: Int(shown.minX.rounded()), minY: Int(shown.minY.rounded()),
      maxX: Int(shown.maxX.rounded()), maxY: Int(shown.maxY.rounded()))
    guard !area.isEmpty else { return nil }
    self.viewport = viewport
    self.area = area
    self.magnification = magnification
    self.split = split
  }

  /// The whole picture as it is turned and mirrored, one image pixel for each pixel.
  static func whole(_ picture: PixelSize, orientation: Orientation = .identity) -> RenderView {
    RenderView(
      Viewport(
        surface: orientation.applied(to: picture), picture: picture, orientation: orientation,
        scale: 1, origin: .zero, isSettled: true))
  }
}
