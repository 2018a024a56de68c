import Platform
import Rendering
import Viewing
import Windowing

/// What draws a window: its canvas until drivers have started, and its renderer.
package struct WindowDrawing {
  /// What the view's thread paints on meanwhile.
  package let canvas: WindowCanvas
  /// What the view gives its frames to.
  package let renderer: RendererLink

  /// The drawing of a window, on the display of its connection's name; `nil` is what `DISPLAY` names.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  package init(_ window: Window, display name: String? = nil, usesGL: Bool = true) throws(Errno) {
    canvas = WindowCanvas(display: window.display, window: window.id)
    var configuration = RenderConfiguration(
      target: .window(display: name, window: window.id, visual: window.visualID),
      sink: WindowSink(window: window.id, display: name), usesGL: usesGL)
    configuration.isHosted = window.isHosted
    renderer = try RendererLink(configuration: configuration, canvas: canvas)
  }
}
