import CX11
import Geometry

/// Requests about any window.
extension DisplayConnection {
  /// Returns the size in device pixels of a window of any client; `nil` if it is gone.
  package func size(ofWindow window: UInt) -> PixelSize? {
    guard !isLost else { return nil }
    var root: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var width: UInt32 = 0
    var height: UInt32 = 0
    var border: UInt32 = 0
    var depth: UInt32 = 0
    guard XGetGeometry(pointer, window, &root, &x, &y, &width, &height, &border, &depth) != 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Creates a window that is never shown, for messages and properties.
  func createHiddenWindow() -> CX11.Window {
    XCreateSimpleWindow(pointer, root, -10, -10, 1, 1, 0, 0, 0)
  }

  /// Returns where a window of `size` is on the screen; `nil` if it is gone.
  func rect(of window: CX11.Window, size: PixelSize) -> PixelRect? {
    var child: CX11.Window = 0
    var x: Int32 = 0
    var y: Int32 = 0
    guard XTranslateCoordinates(pointer, window, root, 0, 0, &x, &y, &child) != 0 else {
      return nil
    }
    return PixelRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + size.width, maxY: Int(y) + size.height)
  }

  /// Requests another place and size of a window, relative to its parent.
  func move(_ window: CX11.Window, to rect: PixelRect) {
    XMoveResizeWindow(
      pointer, window, Int32(clamping: rect.minX), Int32(clamping: rect.minY),
      UInt32(max(1, rect.width)), UInt32(max(1, rect.height)))
  }

  /// Sends an event to the root window, where the window manager reads it.
  func sendToManager(_ event: inout XEvent) {
    XSendEvent(
      pointer, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
  }

  /// True if a running window manager supports full screen.
  ///
  /// A crashed manager leaves its property behind; its own check window tells whether it still
  /// runs.
  func managerKnowsFullScreen() -> Bool {
    let check = atoms[.supportingCheck]
    guard let owner = property(check, of: root, limit: 4)?.numbers.first,
      property(check, of: owner, limit: 4)?.numbers.first == owner
    else { return false }
    let known = property(atoms[.supported], of: root, limit: 1 << 16)?.numbers
    return known?.contains(atoms[.stateFullScreen]) ?? false
  }

  /// Sets the shape of the pointer over a window; `nil` is the parent's.
  func setPointer(_ shape: PointerShape?, over window: CX11.Window) {
    defer { flush() }
    let cursor: Cursor
    switch shape {
    case nil:
      XUndefineCursor(pointer, window)
      return
    case .takes: cursor = XCreateFontCursor(pointer, UInt32(XC_hand2))
    case .refuses: cursor = XCreateFontCursor(pointer, UInt32(XC_circle))
    case .hidden:
      // A cursor without a visible pixel.
      var nothing: CChar = 0
      var (front, back) = (XColor(), XColor())
      let pixels = XCreateBitmapFromData(pointer, window, &nothing, 1, 1)
      cursor = XCreatePixmapCursor(pointer, pixels, pixels, &front, &back, 0, 0)
      XFreePixmap(pointer, pixels)
    }
    XDefineCursor(pointer, window, cursor)
    // The server keeps it while the window uses it.
    XFreeCursor(pointer, cursor)
  }
}
