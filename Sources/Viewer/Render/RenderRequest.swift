import Geometry
import ViewGeometry
import Zooming

/// What `fresnel render` is asked for, free of any picture.
struct RenderRequest: Hashable {
  /// The view's size in pixels, or `nil` for the whole picture's.
  var size: PixelSize?
  /// The zoom; `nil` means fit where there is a size, else 1.
  var zoom: ZoomArgument?
  /// The point in the middle, in image pixels.
  var center: Point?

  /// The settled view of a picture that the request means.
  func viewport(of picture: PixelSize) -> Viewport {
    guard let size else {
      var scale = 1.0
      if case .scale(let asked) = zoom { scale = asked }
      var view = Viewport(
        surface: .zero, picture: picture, scale: scale, origin: .zero, isSettled: true)
      let shown = view.shownSize
      view.surface = PixelSize(width: Int(shown.x), height: Int(shown.y))
      return view
    }
    var controller = ZoomController(surface: size, picture: picture)
    if case .scale(let scale) = zoom {
      // The picture's own middle: that of the fit view may be half a device pixel beside it.
      controller.setScale(
        scale, centerImagePoint: center ?? picture.center, animated: false, now: 0)
    } else if center != nil {
      controller.setScale(
        controller.fitScale, centerImagePoint: center, animated: false, now: 0)
    }
    return controller.destination
  }
}
