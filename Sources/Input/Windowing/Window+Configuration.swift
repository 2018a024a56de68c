import CX11
import Geometry

extension Window {
  /// The initial properties of a window.
  package struct Configuration: Sendable {
    /// The title, already escaped for display.
    package var title: String
    /// The size of the content.
    package var size: PixelSize
    /// The geometry that the user asked for; overrides `size`, and the window manager honours its
    /// position.
    package var geometry: WindowGeometry?
    /// True if the window starts in full screen.
    package var isFullScreen: Bool
    /// The initial monitor; `nil` queries the one under the pointer.
    package var monitor: Monitor?
    /// The ICC profile of `monitor`, if it has been read; `nil` queries it.
    package var displayProfile: [UInt8]?
    /// The parent window; `nil` creates a top-level window.
    package var host: WindowHost?
    /// True if XInput 2 is used when available.
    var usesXInput = true
    /// The highest XInput 2 minor version to request.
    var newestXInputMinor = XInput.newestMinor

    /// Creates a configuration.
    package init(
      title: String, size: PixelSize, geometry: WindowGeometry? = nil, isFullScreen: Bool = false,
      monitor: Monitor? = nil, displayProfile: [UInt8]? = nil
    ) {
      self.displayProfile = displayProfile
      self.title = title
      self.size = size
      self.geometry = geometry
      self.isFullScreen = isFullScreen
      self.monitor = monitor
    }
  }

  /// Creates an unmapped window without a background on the server, and waits for its confirmation.
  static func create(
    at rect: PixelRect, in parent: CX11.Window, of display: DisplayConnection
  ) throws(DisplayError) -> CX11.Window {
    let x = display.pointer
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.win_gravity = NorthWestGravity
    attributes.event_mask = WindowInput.events | WindowInput.pointerEvents
    // A host may have another visual than the screen's, so these must not be inherited.
    attributes.colormap = XDefaultColormap(x, display.screen)
    attributes.border_pixel = 0
    let parts = UInt(
      CWBackPixmap | CWBitGravity | CWWinGravity | CWEventMask | CWColormap | CWBorderPixel)
    var created: CX11.Window = 0
    let error = display.errorCode {
      created = XCreateWindow(
        x, parent, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width), UInt32(rect.height), 0,
        XDefaultDepth(x, display.screen), UInt32(InputOutput), XDefaultVisual(x, display.screen),
        parts, &attributes)
    }
    if display.isLost { throw .lost }
    if let error { throw .windowRefused(Int(error)) }
    for mask in [WindowInput.events, WindowInput.pointerEvents] {
      display.noteSelected(mask, of: created)
    }
    return created
  }
}

extension Window.Configuration {
  /// Returns where a top-level window of a size starts: as the user asked, or centred on a monitor.
  func rect(of size: PixelSize, on monitor: PixelRect, screen: PixelSize) -> PixelRect {
    let size = size.possible
    var x = max(monitor.minX, monitor.minX + (monitor.width - size.width) / 2)
    var y = max(monitor.minY, monitor.minY + (monitor.height - size.height) / 2)
    if let left = geometry?.x, let top = geometry?.y {
      x = left.position(of: size.width, in: screen.width)
      y = top.position(of: size.height, in: screen.height)
    }
    return PixelRect(minX: x, minY: y, maxX: x + size.width, maxY: y + size.height)
  }
}

extension PixelSize {
  /// The size clamped to what X allows.
  var possible: PixelSize {
    PixelSize(width: min(max(1, width), 32_767), height: min(max(1, height), 32_767))
  }
}

extension PixelRect {
  /// The rectangle with its size clamped to what X allows.
  var possible: PixelRect {
    let size = size.possible
    return PixelRect(
      minX: minX, minY: minY, maxX: minX + size.width, maxY: minY + size.height)
  }
}
