import Geometry
import Rendering
import Zooming

/// The options of `fresnel render`, independent of any picture.
package struct RenderRequest: Hashable {
  /// The view's size in pixels; `nil` for that of the whole picture.
  var size: PixelSize?
  /// The zoom; `nil` means fit if there is a size, and otherwise 1.
  var zoom: ZoomArgument?
  /// The point to centre, in image pixels.
  var center: Point?

  /// Creates a request; without a size it is for the whole picture.
  package init(size: PixelSize? = nil, zoom: ZoomArgument? = nil, center: Point? = nil) {
    self.size = size
    self.zoom = zoom
    self.center = center
  }

  /// Returns the settled view of a picture.
  ///
  /// `largestScale` is that of the picture's levels. A drawing may be scaled as far, and its fit
  /// may exceed 100 %; pixels are enlarged at most as much as in a window.
  package func viewport(
    of picture: Extent, largestScale: Double = 1
  ) throws(UserError) -> Viewport {
    let isDrawn = largestScale > 1
    let largest = isDrawn ? max(largestScale, ZoomLimits.largest) : ZoomLimits.largest
    if case .scale(let scale) = zoom, scale > largest {
      throw UserError(
        sentence: "--zoom must be at most \(Self.inWords(largest)) for this "
          + (isDrawn ? "drawing" : "picture"))
    }
    guard let size else {
      var scale = 1.0
      if case .scale(let asked) = zoom { scale = asked }
      var view = Viewport(
        surface: .zero, picture: picture, scale: scale, origin: .zero, isSettled: true)
      let shown = view.shownSize
      view.surface = PixelSize(width: Int(shown.x), height: Int(shown.y))
      return view
    }
    let smallest = min(
      ZoomLimits(surface: size, shownPicture: picture).minimum, largest)
    var controller = ZoomController(
      surface: size, picture: picture, scaleRange: isDrawn ? smallest...largest : nil,
      enlargesToFit: isDrawn)
    controller.begin(with: zoom, center: center)
    return controller.destination
  }

  /// Returns a scale with only meaningful digits, rounded down.
  private static func inWords(_ scale: Double) -> String {
    scale < 0x1p52 && scale >= 1 ? String(Int(scale)) : "\(scale)"
  }
}

/// The content that a job draws: a view of a picture, and the area of it to write.
package struct RenderView: Hashable, Sendable {
  /// The settled view.
  package var viewport: Viewport
  /// The area of its surface to write; never empty.
  package var area: PixelRect
  /// How image pixels are enlarged beyond 100 %.
  var magnification = Frame.Magnification.automatic
  /// The exposure and the tone mapping.
  package var toning = ToneSettings()
  /// The x coordinate from which the picture is filtered; `nil` filters everything.
  var split: Int?

  /// Creates a view that is written whole.
  package init(_ viewport: Viewport) {
    self.viewport = viewport
    area = PixelRect(viewport.surface)
  }

  /// Creates the visible part of the picture, without its surroundings; `nil` if there is none.
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

  /// Returns the whole picture in its orientation at 100 %.
  package static func whole(_ picture: PixelSize, orientation: Orientation = .identity)
    -> RenderView
  {
    RenderView(
      Viewport(
        surface: orientation.applied(to: picture), picture: picture, orientation: orientation,
        scale: 1, origin: .zero, isSettled: true))
  }
}
