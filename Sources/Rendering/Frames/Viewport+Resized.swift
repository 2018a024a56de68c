import Geometry
import Zooming

extension Viewport {
  /// The same view on a surface of another size: what is in the centre stays there.
  func resized(to size: PixelSize) -> Viewport {
    var view = self
    view.surface = size
    view.origin.x += Double(size.width - surface.width) / 2
    view.origin.y += Double(size.height - surface.height) / 2
    if isSettled {
      view.origin.x = view.origin.x.rounded()
      view.origin.y = view.origin.y.rounded()
    }
    return view
  }
}
