/// Parts that a program adds to a view: a scale bar, a navigator, the pixel under the pointer.
///
/// They lie over layers and markers and below `overlays`. Parts in the same corner overlap.
extension FresnelView {
  /// The bar that shows the scale; `nil` for none.
  public var scaleBar: ScaleBar? {
    get { parts.scaleBar }
    set { changeParts { parts.scaleBar = newValue } }
  }

  /// The small view of the whole picture; `nil` for none.
  public var navigator: Navigator? {
    get { parts.navigator }
    set { changeParts { parts.navigator = newValue } }
  }

  /// The position and the colour of the pixel under the pointer; `nil` for none.
  public var pixelReadout: PixelReadout? {
    get { parts.pixelReadout }
    set { changeParts { parts.pixelReadout = newValue } }
  }

  private func changeParts(_ body: () -> Void) {
    guard ending == nil else { return }
    body()
    setNeedsDispatch()
  }
}
