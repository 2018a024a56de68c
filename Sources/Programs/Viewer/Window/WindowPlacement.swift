import Geometry
import Platform
import ViewHosting
import Windowing

/// Where the viewer's window begins, and how large: as the user says, or as its first picture asks.
struct WindowPlacement {
  /// The monitor that the pointer is on.
  let monitor: Monitor
  private let geometry: WindowGeometry?
  private let startsFullScreen: Bool

  private static let smallest = PixelSize(width: 320, height: 240)
  /// The content of a window without a picture asks for this much.
  private static let empty = PixelSize(width: 800, height: 600)

  init(_ settings: ViewSettings, on display: DisplayConnection) {
    monitor = display.monitorUnderPointer()
    geometry = settings.geometry
    startsFullScreen = settings.startsFullScreen
  }

  /// The most that a first window can show: no picture makes it larger.
  var largestSurface: PixelSize {
    if let size = geometry?.size { return size }
    return startsFullScreen
      ? monitor.rect.size : initialWindowSize(picture: monitor.rect.size, monitor: monitor.rect)
  }

  /// Makes a window, which nobody sees yet, on the monitor, which has an ICC profile.
  func makeSurface(
    on display: DisplayConnection, profile: [UInt8]
  ) throws(UserError) -> WindowSurface {
    let window: Window
    do throws(DisplayError) {
      window = try Window(
        display,
        Window.Configuration(
          title: "Fresnel", size: Self.smallest, geometry: geometry,
          isFullScreen: startsFullScreen, monitor: monitor, displayProfile: profile))
    } catch {
      throw UserError(display: error)
    }
    do throws(Errno) { return try WindowSurface(window, on: monitor) } catch {
      throw UserError(start: error)
    }
  }

  /// Makes a window as large as its first picture asks for, before it is on the screen; the
  /// surface's size then.
  ///
  /// `drawing` is the picture's extent where it is drawn at any scale.
  func fit(_ window: Window, to picture: PixelSize?, drawing: Extent?) -> PixelSize {
    var size = window.size
    if geometry?.size == nil {
      size =
        drawing.map { initialWindowSize(drawing: $0, monitor: monitor.rect) }
        ?? initialWindowSize(picture: picture ?? Self.empty, monitor: monitor.rect)
      if size != window.size { window.resize(to: size) }
    }
    // The ordinary size is what full screen is left for. Tiles for it would be thrown away.
    return startsFullScreen ? monitor.rect.size : size
  }
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
