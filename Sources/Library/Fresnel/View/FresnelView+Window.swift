import Geometry
import Platform
import ViewHosting
import Windowing

/// The window's position, size and title.
extension FresnelView {
  /// Moves a view that is embedded in another window, in that window's pixels; it then no longer
  /// follows its size.
  public func move(to rect: PixelRect) {
    guard ending == nil else { return }
    BrokenPipes.held { host.window?.move(inHost: rect) }
    setNeedsDispatch()
  }

  /// Requests another size for the view's own window, in device pixels; the window manager decides.
  public func resize(to size: PixelSize) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.resize(to: size) }
    setNeedsDispatch()
  }

  /// Sets the title of the view's own window.
  public func setTitle(_ title: String) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.setTitle(title) }
  }

  /// Enters or leaves full screen on the monitor of the view's own window.
  public func setFullScreen(_ isOn: Bool) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.setFullScreen(isOn) }
    setNeedsDispatch()
  }

  /// The view's own window; `nil` if it is embedded in another.
  private var ownWindow: Window? { host.window.flatMap { $0.isHosted ? nil : $0 } }

  /// Requests the keyboard focus; key events arrive while the window is visible and has it.
  public func takeFocus() {
    guard ending == nil else { return }
    BrokenPipes.held { host.window?.takeFocus() }
  }
}

extension WindowSurface {
  /// Creates an unmapped window with its own connection.
  init(
    titled title: String, size: PixelSize, in host: WindowHost? = nil, _ options: FresnelOptions
  ) throws(FresnelError) {
    let display: DisplayConnection
    do throws(DisplayError) { display = try DisplayConnection(name: options.display) } catch {
      throw .noDisplay(error.description)
    }
    let monitor = display.monitorUnderPointer()
    let window: Window
    do throws(DisplayError) {
      var configuration = Window.Configuration(title: title, size: size, monitor: monitor)
      configuration.host = host
      window = try Window(display, configuration)
    } catch {
      throw .noWindow(error.description)
    }
    do throws(Errno) {
      try self.init(window, on: monitor, display: options.display, usesGL: options.usesGL)
    } catch {
      throw .system("\(error)")
    }
  }
}
