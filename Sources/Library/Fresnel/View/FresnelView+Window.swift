import Geometry
import Platform
import ViewHosting
import Windowing

/// The window: its place, its size, its title.
extension FresnelView {
  /// Moves a view that lies in another window, in that window's pixels; it no longer follows its
  /// size.
  public func move(to rect: PixelRect) {
    guard ending == nil else { return }
    BrokenPipes.held { host.window?.move(inHost: rect) }
    setNeedsDispatch()
  }

  /// Asks for another size of a window of the view's own, in device pixels; the window manager
  /// decides.
  public func resize(to size: PixelSize) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.resize(to: size) }
    setNeedsDispatch()
  }

  /// Sets the title of a window of the view's own.
  public func setTitle(_ title: String) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.setTitle(title) }
  }

  /// Makes a window of the view's own cover its monitor, or go back.
  public func setFullScreen(_ isOn: Bool) {
    guard ending == nil else { return }
    BrokenPipes.held { ownWindow?.setFullScreen(isOn) }
    setNeedsDispatch()
  }

  /// The window, where it lies in no other.
  private var ownWindow: Window? { host.window.flatMap { $0.isHosted ? nil : $0 } }

  /// Asks for the keyboard; keys come while the window can be seen and has it.
  public func takeFocus() {
    guard ending == nil else { return }
    BrokenPipes.held { host.window?.takeFocus() }
  }
}

extension WindowSurface {
  /// Makes a window, which nobody sees yet, with a connection of its own.
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
