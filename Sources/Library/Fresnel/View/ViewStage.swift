import Geometry
import Platform
import Rendering
import Viewing
import WindowDrawing
import Windowing

/// What a view is drawn on: a window with a connection of its own, or memory.
enum ViewStage {
  case window(WindowStage)
  case memory(MemoryStage)

  var renderer: RendererLink {
    switch self {
    case .window(let stage): stage.drawing.renderer
    case .memory(let stage): stage.renderer
    }
  }

  var size: PixelSize {
    switch self {
    case .window(let stage): stage.window.size
    case .memory(let stage): stage.size
    }
  }

  /// The window, where there is one.
  var window: WindowStage? { if case .window(let stage) = self { stage } else { nil } }

  /// The memory, where there is one.
  var memory: MemoryStage? { if case .memory(let stage) = self { stage } else { nil } }
}

/// A window, the connection that it was made on, and what draws it.
struct WindowStage {
  let display: DisplayConnection
  let window: Window
  let drawing: WindowDrawing
  /// Whether it lies in another window.
  let isHosted: Bool
  /// Seconds from one refresh of the display to the next.
  let refreshInterval: Double

  /// Makes a window, which nobody sees yet.
  init(
    title: String, size: PixelSize, host: WindowHost?, options: FresnelOptions
  ) throws(FresnelError) {
    do throws(DisplayError) {
      display = try DisplayConnection(name: options.display)
    } catch {
      throw .noDisplay(error.description)
    }
    let monitor = display.monitorUnderPointer()
    do throws(DisplayError) {
      var configuration = Window.Configuration(title: title, size: size, monitor: monitor)
      configuration.host = host
      window = try Window(display, configuration)
    } catch {
      throw .noWindow(error.description)
    }
    do throws(Errno) {
      drawing = try WindowDrawing(window, display: options.display, usesGL: options.usesGL)
    } catch {
      throw .system("\(error)")
    }
    isHosted = host != nil
    refreshInterval = 1 / (display.refreshRate(of: monitor) ?? 60)
  }
}

/// Memory that a view is drawn into, by a thread of its own.
struct MemoryStage {
  let size: PixelSize
  let renderer: RendererLink
  let sink: MemorySink

  init(size: PixelSize, options: FresnelOptions) throws(FresnelError) {
    guard (1...16_384).contains(size.width), (1...16_384).contains(size.height) else {
      throw .notDrawn("a view of \(size.width) × \(size.height) pixels can't be drawn")
    }
    self.size = size
    sink = MemorySink(size: size)
    do throws(Errno) {
      renderer = try RendererLink(
        configuration: RenderConfiguration(
          target: .offscreen(size), sink: sink, usesGL: options.usesGL), canvas: nil)
    } catch {
      throw .system("\(error)")
    }
  }
}
