import Geometry
import Platform
import Rendering
import Tiles
import Viewing
import WindowDrawing
import Windowing

/// The window on the screen: where it stands, how large it is, and what it is drawn by.
final class ViewerWindow {
  let display: DisplayConnection
  let window: Window
  let renderer: RendererLink
  private let monitor: Monitor
  private let canvas: WindowCanvas
  private let hasChosenSize: Bool
  private let startsFullScreen: Bool
  private(set) var isFullScreen = false
  /// When it was put on the screen; `nil` until then.
  private(set) var mappedAt: Double?
  /// The size of the picture that it was put on the screen for; none of a drawing.
  private var firstPicture: PixelSize?

  private static let smallest = PixelSize(width: 320, height: 240)
  /// The content of a window without a picture asks for this much.
  private static let empty = PixelSize(width: 800, height: 600)

  /// Makes a window, which nobody sees yet, on the monitor that the pointer is on, which has an ICC
  /// profile.
  init(
    _ settings: ViewSettings, on display: DisplayConnection, _ monitor: Monitor, profile: [UInt8]
  ) throws(UserError) {
    self.display = display
    self.monitor = monitor
    hasChosenSize = settings.geometry?.size != nil
    startsFullScreen = settings.startsFullScreen
    do throws(DisplayError) {
      window = try Window(
        display,
        Window.Configuration(
          title: "Fresnel", size: Self.smallest, geometry: settings.geometry,
          isFullScreen: settings.startsFullScreen, monitor: monitor, displayProfile: profile))
    } catch {
      throw UserError(display: error)
    }
    do throws(Errno) {
      let drawing = try WindowDrawing(window)
      canvas = drawing.canvas
      renderer = drawing.renderer
    } catch {
      throw UserError(start: error)
    }
  }

  /// The display's refresh, in seconds.
  var refreshInterval: Double { 1 / (display.refreshRate(of: monitor) ?? 60) }

  /// The most that a first window can show: no picture makes it larger.
  static func largestSurface(_ settings: ViewSettings, on monitor: Monitor) -> PixelSize {
    if let size = settings.geometry?.size { return size }
    return settings.startsFullScreen
      ? monitor.rect.size : initialWindowSize(picture: monitor.rect.size, monitor: monitor.rect)
  }

  /// Puts the window on the screen, as large as its first picture asks for; the surface's size
  /// then.
  ///
  /// `drawing` is the picture's extent where it is drawn at any scale.
  func map(for picture: PixelSize?, drawing: Extent? = nil, at now: Double) -> PixelSize {
    guard mappedAt == nil else { return window.size }
    mappedAt = now
    firstPicture = drawing == nil ? picture : nil
    var size = window.size
    if !hasChosenSize {
      size =
        drawing.map { initialWindowSize(drawing: $0, monitor: monitor.rect) }
        ?? initialWindowSize(picture: picture ?? Self.empty, monitor: monitor.rect)
      if size != window.size { window.resize(to: size) }
    }
    window.map()
    // The ordinary size is what full screen is left for. Tiles for it would be thrown away.
    return startsFullScreen ? monitor.rect.size : size
  }

  /// The server has shown the window, or lost some of it.
  func exposed(surface: PixelSize, surround: OpaqueColor) {
    let fit = firstPicture.map { Viewport(fitting: Extent($0), on: surface) }
    canvas.exposed(
      size: surface, expected: fit.map { PixelRect(covering: $0.shownRect) } ?? PixelRect(surface),
      surround: surround)
  }

  /// The window became, or ceased to be, a full-screen one.
  func noteFullScreen(_ isFull: Bool) { isFullScreen = isFull }

  /// Enters or leaves full screen.
  func setFullScreen(_ isFull: Bool) { window.setFullScreen(isFull) }
}

extension UserError {
  /// Why there is no window.
  init(display error: DisplayError) {
    self.init(
      sentence: "\(error.description); fresnel render FILE -o OUT.png works without a display")
  }

  /// Why the viewer can't begin.
  init(start error: Errno) { self.init(sentence: "the viewer can't start: \(error)") }
}
