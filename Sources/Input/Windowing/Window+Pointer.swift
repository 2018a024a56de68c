import CX11

extension Window {
  /// Hides or shows the pointer over the window.
  package func setPointerHidden(_ isHidden: Bool) {
    guard isHidden != isPointerHidden, !isDestroyed, !display.isLost else { return }
    isPointerHidden = isHidden
    let x = display.pointer
    guard isHidden else {
      XUndefineCursor(x, id)
      display.flush()
      return
    }
    // A cursor without a visible pixel.
    var nothing: CChar = 0
    var (front, back) = (XColor(), XColor())
    let pixels = XCreateBitmapFromData(x, id, &nothing, 1, 1)
    let cursor = XCreatePixmapCursor(x, pixels, pixels, &front, &back, 0, 0)
    XDefineCursor(x, id, cursor)
    // The server keeps it while the window uses it.
    XFreeCursor(x, cursor)
    XFreePixmap(x, pixels)
    display.flush()
  }
}
