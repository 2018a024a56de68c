import Filters
import Geometry
import Rendering
import Zooming

/// Draws one picture through filter chains, without a window.
final class FilterBench {
  /// True if EGL can draw without a window here; tests that need it are skipped by name otherwise.
  static let isAvailable = OffscreenRenderer().fallbackReason == nil

  let picture: TestPicture
  private let renderer = OffscreenRenderer()
  private var frames: UInt64 = 0

  /// Creates a bench with a picture at its own size.
  ///
  /// If a view's picture is larger, this is the level that it is drawn from.
  init(_ picture: TestPicture) throws {
    self.picture = picture
    for tile in try picture.tiles() { try renderer.upload(tile) }
  }

  /// The renderer's statistics so far.
  var statistics: RenderStatistics { renderer.statistics }

  /// Draws the whole picture at 100 %, or another view of it, or a band of that.
  func draw(
    _ chain: FilterChain, view: Viewport? = nil, band: PixelRect? = nil,
    magnification: Frame.Magnification = .automatic, checker: Backdrop.Checker? = nil,
    split: Int? = nil
  ) throws -> FilteredPixels {
    let view = view ?? .whole(picture.size)
    frames += 1
    let frame = Frame(
      number: frames, picture: .tested, viewport: view, magnification: magnification,
      backdrop: Backdrop(checker: checker),
      filters: chain, split: split)
    let part = band ?? PixelRect(view.surface)
    return FilteredPixels(size: part.size, bytes: try renderer.render(frame, band: part))
  }
}

extension Viewport {
  /// A picture at 100 %, with nothing around it.
  static func whole(_ picture: PixelSize) -> Viewport {
    Viewport(
      surface: picture, picture: picture, scale: 1, origin: Point(x: 0, y: 0), isSettled: true)
  }

  /// A picture at a scale on a surface, with its top left corner at x, y.
  static func of(
    _ picture: PixelSize, on surface: PixelSize, scale: Double, x: Double = 0, y: Double = 0,
    orientation: Orientation = .identity, isSettled: Bool = true
  ) -> Viewport {
    Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: scale,
      origin: Point(x: x, y: y), isSettled: isSettled)
  }
}
