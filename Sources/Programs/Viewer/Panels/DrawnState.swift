import Geometry

/// A panel's state, and what is drawn of it.
struct DrawnState<State: PanelState> {
  var state = State()
  private var drawn = (state: State(), surface: PixelSize.zero)

  /// Draws the panel on a surface, if it has changed.
  ///
  /// A panel that has opened gets rows for fingers if `device` is touch.
  mutating func draw(
    _ id: PanelID, on surface: PixelSize, by device: LastInput.Device, in notices: Notices
  ) {
    if state.isOpen, !drawn.state.isOpen { state.input.usesFingers = device == .touch }
    guard drawn != (state, surface) else { return }
    drawn = (state, surface)
    notices.show(id, state.drawing(on: surface).map { .drawing($0) })
  }
}
