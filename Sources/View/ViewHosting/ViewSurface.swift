import Geometry
import Platform
import Rendering
import Viewing
import Windowing

/// The surface of a view: a window or memory.
package enum ViewSurface {
  case window(WindowSurface)
  case memory(MemorySurface)

  /// The renderer that draws the view's frames.
  var renderer: RendererLink {
    switch self {
    case .window(let surface): surface.renderer
    case .memory(let surface): surface.renderer
    }
  }

  /// The initial size in device pixels.
  var size: PixelSize {
    switch self {
    case .window(let surface): surface.window.size
    case .memory(let surface): surface.size
    }
  }
}

/// A window and what draws it: its canvas until the drivers have started, then its renderer.
package struct WindowSurface {
  package let window: Window
  let canvas: WindowCanvas
  let renderer: RendererLink
  /// The duration of a refresh of the display, in seconds.
  let refreshInterval: Double

  /// Creates the surface of a window on a monitor; `name` is the display to connect to, or `nil`
  /// for the one in `DISPLAY`.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  package init(
    _ window: Window, on monitor: Monitor, display name: String? = nil, usesGL: Bool = true
  ) throws(Errno) {
    self.window = window
    canvas = WindowCanvas(display: window.display, window: window.id)
    var configuration = RenderConfiguration(
      target: .window(display: name, window: window.id, visual: window.visualID),
      sink: WindowSink(window: window.id, display: name), usesGL: usesGL)
    configuration.isHosted = window.isHosted
    configuration.isDeep = window.isDeep
    renderer = try RendererLink(configuration: configuration, canvas: canvas)
    refreshInterval = 1 / (window.display.refreshRate(of: monitor) ?? 60)
  }
}

/// Memory that a separate thread draws a view to.
package struct MemorySurface {
  package let size: PixelSize
  let renderer: RendererLink
  private let sink: MemorySink

  /// Creates memory of a size in pixels.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  package init(size: PixelSize, usesGL: Bool = true) throws(Errno) {
    self.size = size
    sink = MemorySink(size: size)
    renderer = try RendererLink(
      configuration: RenderConfiguration(target: .offscreen(size), sink: sink, usesGL: usesGL),
      canvas: nil)
  }

  /// The last frame with software rendering: premultiplied RGBA, rows without padding, top row
  /// first; empty until the first frame.
  package var pixels: [UInt8] { sink.pixels }
}
