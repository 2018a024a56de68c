import Geometry
import Tiles

/// Where a small view of the whole picture lies over a view, and which part of it that view shows.
struct NavigatorPlace: Hashable {
  /// The small view; its level is drawn texel for pixel.
  let small: Viewport
  /// The device pixels that it covers.
  let box: PixelRect

  /// Creates the small view of what a view shows; `nil` if there is no room for it.
  ///
  /// `interfaceScale` is 1 at 96 dpi.
  init?(
    of view: Viewport, levels: SourceLevels, _ navigator: Navigator, interfaceScale: Double
  ) {
    guard
      let scale = Self.scale(
        of: levels, navigator, on: view.surface, interfaceScale: interfaceScale)
    else { return nil }
    var small = Viewport(
      surface: view.surface, picture: view.picture, orientation: view.orientation, scale: scale,
      origin: .zero, isSettled: true)
    let size = small.shownSize
    box = navigator.corner.place(
      PixelSize(width: Int(size.x), height: Int(size.y)), on: view.surface,
      margin: PartMetrics.margin(interfaceScale))
    small.origin = Point(x: Double(box.minX), y: Double(box.minY))
    self.small = small
  }

  /// Returns the scale of the small view, in device pixels per unit; `nil` if there is no room.
  ///
  /// It is the same in every orientation, so that turning the picture decodes nothing.
  static func scale(
    of levels: SourceLevels, _ navigator: Navigator, on surface: PixelSize, interfaceScale: Double
  ) -> Double? {
    let wish = navigator.edge.isFinite ? min(max(navigator.edge, 16), 2048) : 160
    let room = min(surface.width, surface.height) / 2 - PartMetrics.margin(interfaceScale)
    let edge = min(PartMetrics.pixels(wish, interfaceScale), room)
    let longest = max(levels.extent.width, levels.extent.height)
    guard edge >= 8, longest > 0, longest.isFinite else { return nil }
    let scale = min(Double(edge) / longest, levels.largestScale)
    return scale > 0 && scale.isFinite ? scale : nil
  }

  /// Returns the device pixels of the part of the picture that a view shows; `nil` if it shows all
  /// or none of it.
  func visible(in view: Viewport) -> PixelRect? {
    let whole = view.shownRect
    let seen = whole.intersection(view.surfaceRect)
    guard !seen.isEmpty, whole.width > 0, whole.height > 0 else { return nil }
    // A picture that fits exactly may be larger by a rounding error.
    let tolerance = 0.5
    guard whole.width - seen.width > tolerance || whole.height - seen.height > tolerance else {
      return nil
    }
    // Both views have the same orientation, so shares of the shown picture are the same in both.
    let (x, y) = (Double(box.width) / whole.width, Double(box.height) / whole.height)
    let part = Rect(
      minX: Double(box.minX) + (seen.minX - whole.minX) * x,
      minY: Double(box.minY) + (seen.minY - whole.minY) * y,
      maxX: Double(box.minX) + (seen.maxX - whole.minX) * x,
      maxY: Double(box.minY) + (seen.maxY - whole.minY) * y)
    return Self.grown(PixelRect(covering: part), to: 4, in: box)
  }

  /// Returns the point of the upright picture at a point of the small view, clamped to it.
  func imagePoint(at device: Point) -> Point {
    small.imagePoint(
      at: Point(
        x: min(max(device.x, Double(box.minX)), Double(box.maxX)),
        y: min(max(device.y, Double(box.minY)), Double(box.maxY))))
  }

  /// Grows a rectangle to a size at which it can be seen, inside another one.
  private static func grown(_ rect: PixelRect, to least: Int, in box: PixelRect) -> PixelRect {
    func side(_ low: Int, _ high: Int, _ first: Int, _ last: Int) -> (Int, Int) {
      let length = min(last - first, max(least, high - low))
      let start = min(max(first, (low + high - length) / 2), last - length)
      return (start, start + length)
    }
    let (minX, maxX) = side(rect.minX, rect.maxX, box.minX, box.maxX)
    let (minY, maxY) = side(rect.minY, rect.maxY, box.minY, box.maxY)
    return PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
