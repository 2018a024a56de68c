import Geometry
import Platform
import ViewHosting
import Windowing

/// The initial position and size of the window, as the user or the first picture requires.
struct WindowPlacement {
  /// The monitor with the pointer.
  let monitor: Monitor
  private let geometry: WindowGeometry?
  private let startsFullScreen: Bool

  private static let smallest = PixelSize(width: 320, height: 240)
  /// The content size of a window without a picture.
  private static let empty = PixelSize(width: 800, height: 600)

  init(_ settings: ViewSettings, on display: DisplayConnection) {
    monitor = display.monitorUnderPointer()
    geometry = settings.geometry
    startsFullScreen = settings.startsFullScreen
  }

  /// The maximum size of the initial surface for any picture.
  var largestSurface: PixelSize {
    if let size = geometry?.size { return size }
    return startsFullScreen
      ? monitor.rect.size : initialWindowSize(picture: monitor.rect.size, monitor: monitor.rect)
  }

  /// Creates an unmapped window on the monitor, with the monitor's ICC profile.
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

  /// Resizes a window for its first picture before it is mapped; returns the surface's size.
  ///
  /// `drawing` is the picture's extent if it can be drawn at any scale.
  func fit(_ window: Window, to picture: PixelSize?, drawing: Extent?) -> PixelSize {
    var size = window.size
    if geometry?.size == nil {
      size =
        drawing.map { initialWindowSize(drawing: $0, monitor: monitor.rect) }
        ?? initialWindowSize(picture: picture ?? Self.empty, monitor: monitor.rect)
      if size != window.size { window.resize(to: size) }
    }
    // The window's normal size is for leaving full screen; tiles for it would be discarded.
    return startsFullScreen ? monitor.rect.size : size
  }
}

extension UserError {
  /// Creates the error for a window that can't be opened.
  init(display error: DisplayError) {
    self.init(
      sentence: "\(error.description); fresnel render FILE -o OUT.png works without a display")
  }

  init(start error: Errno) { self.init(sentence: "the viewer can't start: \(error)") }
}
