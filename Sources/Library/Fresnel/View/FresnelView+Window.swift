import Geometry
import Gestures
import Viewing

/// The window: its events, its place, its title.
extension FresnelView {
  /// Takes everything that has happened in the window.
  func takeEvents() {
    guard let stage = stage.window else { return }
    for event in stage.window.readEvents() {
      take(event, stage)
      if hasEnding { return }
      tiles.handle(event, at: now)
    }
  }

  private func take(_ event: WindowEvent, _ stage: WindowStage) {
    switch event {
    case .exposed:
      tiles.resize(to: stage.window.size, at: now)
      let expected = tiles.coveredPixels(at: now)
      stage.drawing.canvas.exposed(
        size: tiles.surface, expected: expected, surround: tiles.settings.backdrop.surround)
      tiles.setNeedsRedraw()
    case .button(let button) where button.isPressed && stage.isHosted && options.takesFocusOnClick:
      stage.window.takeFocus()
    case .key(let press) where !options.usesStandardKeys:
      _ = delegate?.fresnelView(self, pressed: press)
    case .displayProfileChanged: tiles.setDisplayProfile(stage.window.displayProfile, at: now)
    case .closeRequested:
      if stage.window.isGone {
        end(.windowDestroyed)
      } else if delegate?.fresnelViewShouldClose(self) != false {
        end(.closed)
      }
    case .connectionLost: end(.displayLost)
    default: break
    }
  }

  /// Moves a view that lies in another window, in that window's pixels; it no longer follows its
  /// size.
  public func move(to rect: PixelRect) {
    guard ending == nil else { return }
    BrokenPipes.held { stage.window?.window.move(inHost: rect) }
    setNeedsDispatch()
  }

  /// Asks for another size of a window of the view's own, in device pixels; the window manager
  /// decides.
  public func resize(to size: PixelSize) {
    guard ending == nil, let stage = stage.window, !stage.isHosted else { return }
    BrokenPipes.held { stage.window.resize(to: size) }
    setNeedsDispatch()
  }

  /// Sets the title of a window of the view's own.
  public func setTitle(_ title: String) {
    guard ending == nil, let stage = stage.window, !stage.isHosted else { return }
    BrokenPipes.held { stage.window.setTitle(title) }
  }

  /// Makes a window of the view's own cover its monitor, or go back.
  public func setFullScreen(_ isOn: Bool) {
    guard ending == nil, let stage = stage.window, !stage.isHosted else { return }
    BrokenPipes.held { stage.window.setFullScreen(isOn) }
    setNeedsDispatch()
  }

  /// Asks for the keyboard; keys come while the window can be seen and has it.
  public func takeFocus() {
    guard ending == nil else { return }
    BrokenPipes.held { stage.window?.window.takeFocus() }
  }
}
