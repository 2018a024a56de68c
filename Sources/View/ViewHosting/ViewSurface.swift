import Geometry
import Platform
import Rendering
import Viewing
import Windowing

/// What a view is drawn on: a window, or memory.
package enum ViewSurface {
  case window(WindowSurface)
  case memory(MemorySurface)

  /// What the view gives its frames to.
  var renderer: RendererLink {
    switch self {
    case .window(let surface): surface.renderer
    case .memory(let surface): surface.renderer
    }
  }

  /// Its size at the view's start, in device pixels.
  var size: PixelSize {
    switch self {
    case .window(let surface): surface.window.size
    case .memory(let surface): surface.size
    }
  }
}

/// A window, and what draws it: its canvas until drivers have started, and its renderer.
package struct WindowSurface {
  package let window: Window
  let canvas: WindowCanvas
  let renderer: RendererLink
  /// Seconds from one refresh of the display to the next.
  let refreshInterval: Double

  /// The surface of a window that begins on a monitor, on the display of its connection's name;
  /// `nil` is what `DISPLAY` names.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
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

/// Memory that a view is drawn into, by a thread of its own.
package struct MemorySurface {
  package let size: PixelSize
  let renderer: RendererLink
  private let sink: MemorySink

  /// Memory of a size, in pixels.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  package init(size: PixelSize, usesGL: Bool = true) throws(Errno) {
    self.size = size
    sink = MemorySink(size: size)
    renderer = try RendererLink(
      configuration: RenderConfiguration(target: .offscreen(size), sink: sink, usesGL: usesGL),
      canvas: nil)
  }

  /// The last frame where the processor draws: premultiplied RGBA, rows without padding, top row
  /// first; empty before the first.
  package var pixels: [UInt8] { sink.pixels }
}
