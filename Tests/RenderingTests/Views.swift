import Geometry
import Glibc
import Rendering
import Zooming

extension Viewport {
  /// A settled or moving view of a picture.
  static func view(
    _ picture: PixelSize, on surface: PixelSize, scale: Double = 1, x: Double = 0, y: Double = 0,
    orientation: Orientation = .identity, isSettled: Bool = true
  ) -> Viewport {
    Viewport(
      surface: surface, picture: picture, orientation: orientation, scale: scale,
      origin: Point(x: x, y: y), isSettled: isSettled)
  }
}

extension Frame {
  /// A frame of the first picture.
  static func of(
    _ view: Viewport, number: UInt64 = 1, checker: Backdrop.Checker? = nil,
    magnification: Magnification = .automatic, overlays: [Overlay] = []
  ) -> Frame {
    Frame(
      number: number, picture: .first, viewport: view, magnification: magnification,
      backdrop: Backdrop(checker: checker), overlays: overlays)
  }
}

extension OffscreenRenderer {
  /// Renders a whole frame.
  func render(_ frame: Frame) throws -> [UInt8] {
    try render(frame, band: PixelRect(frame.viewport.surface))
  }
}
