import Geometry
import Platform

/// Something that the desktop does with the picture on the screen.
struct DesktopJob: Sendable {
  /// What is done.
  enum Kind: Hashable, Sendable {
    /// Print it: the portal's dialog asks how.
    case print
    /// Print it on the default printer, by `lp`.
    case printByProgram
    /// Set it as the wallpaper.
    case wallpaper
  }

  var kind: Kind
  let name: String
  /// The request that draws the whole picture as it is seen.
  let picture: SaveRequest
  let orientation: Orientation
  /// The window's number in the X server, for the dialogs of others.
  let window: UInt
}

/// The end of a job.
enum DesktopEvent: Sendable {
  /// It is done, as a sentence says; `nil` if the user knows.
  case done(String?)
  /// Why it failed, as a sentence.
  case failed(String)
  /// There is no portal that prints: the user decides about the default printer.
  case asksForPrinter(DesktopJob)
}

extension SaveRequest {
  /// The most pixels that are printed or set as a wallpaper: more than paper or a monitor shows.
  static let mostPixels = 64_000_000

  /// Draws the whole picture, at most at 100 % and in at most 64 megapixels, and passes its rows to
  /// `body` as premultiplied RGBA from top to bottom, after `begin` got their size.
  func draw(
    _ cancellation: Cancellation, begin: (PixelSize) throws(UserError) -> Void,
    _ body: ([UInt8], PixelSize) throws(UserError) -> Void
  ) throws(UserError) {
    try makeJob(cancellation: cancellation).forEachBand(
      { (info) throws(UserError) in
        let view = self.view(of: info.size)
        try begin(view.area.size)
        return view
      }, mostTiles: { _ in RenderBands.Limits().tiles }, body)
  }
}

extension RenderView {
  /// Returns the whole picture, scaled down to at most `pixels`.
  static func whole(
    _ picture: PixelSize, orientation: Orientation, mostPixels pixels: Int
  ) -> RenderView {
    let area = Double(picture.width) * Double(picture.height)
    guard area > Double(pixels) else { return .whole(picture, orientation: orientation) }
    let scale = (Double(pixels) / area).squareRoot()
    let shown = orientation.applied(to: picture)
    let surface = PixelSize(
      width: max(1, Int(Double(shown.width) * scale)),
      height: max(1, Int(Double(shown.height) * scale)))
    return RenderView(
      Viewport(
        surface: surface, picture: Extent(picture), orientation: orientation, scale: scale,
        origin: .zero, isSettled: true))
  }

  /// Returns the middle of the picture, scaled until it fills a surface.
  static func filling(
    _ surface: PixelSize, with picture: PixelSize, orientation: Orientation
  ) -> RenderView {
    let shown = orientation.applied(to: picture)
    let scale = max(
      Double(surface.width) / Double(max(1, shown.width)),
      Double(surface.height) / Double(max(1, shown.height)))
    let origin = Point(
      x: (Double(surface.width) - Double(shown.width) * scale) / 2,
      y: (Double(surface.height) - Double(shown.height) * scale) / 2)
    return RenderView(
      Viewport(
        surface: surface, picture: Extent(picture), orientation: orientation, scale: scale,
        origin: origin, isSettled: true))
  }
}
