import CX11
import Geometry

/// A parent window, of any client, in which a view is embedded.
package struct WindowHost: Hashable, Sendable {
  /// The host's XID.
  package var window: UInt
  /// The embedded window's rectangle in pixels of the host; `nil` always covers the whole host.
  package var rect: PixelRect?

  /// Creates a host; without `rect`, all of it is covered.
  package init(window: UInt, rect: PixelRect? = nil) {
    self.window = window
    self.rect = rect
  }
}

extension Window {
  /// Returns a new window's rectangle in its parent, and whether that is mapped.
  static func frame(
    of configuration: Configuration, display: DisplayConnection
  ) throws(DisplayError) -> (rect: PixelRect, isHostMapped: Bool) {
    guard let host = configuration.host else {
      return (PixelRect(possible(configuration.geometry?.size ?? configuration.size)), true)
    }
    var attributes = XWindowAttributes()
    var isThere = false
    _ = display.errorCode {
      // Select first, so that a change of size after the query is reported, too.
      XSelectInput(display.pointer, host.window, StructureNotifyMask)
      isThere = XGetWindowAttributes(display.pointer, host.window, &attributes) != 0
    }
    if display.isLost { throw .lost }
    guard isThere else { throw .noHost(host.window) }
    let whole = PixelRect(
      PixelSize(width: Int(attributes.width), height: Int(attributes.height)))
    return (placed(host.rect ?? whole), attributes.map_state != IsUnmapped)
  }

  /// The rectangle with its size clamped to what X allows.
  private static func placed(_ rect: PixelRect) -> PixelRect {
    let size = possible(rect.size)
    return PixelRect(
      minX: rect.minX, minY: rect.minY, maxX: rect.minX + size.width,
      maxY: rect.minY + size.height)
  }

  /// True if the window is embedded in another client's window.
  public var isHosted: Bool { host != nil }

  /// Moves an embedded window, in the host's pixels; `resized` reports a new size.
  package func move(inHost rect: PixelRect) {
    guard host != nil, !isDestroyed else { return }
    let rect = Self.placed(rect)
    XMoveResizeWindow(
      display.pointer, id, Int32(clamping: rect.minX), Int32(clamping: rect.minY),
      UInt32(rect.width), UInt32(rect.height))
    display.flush()
  }

  /// Takes the keyboard focus; the window must be visible.
  package func takeFocus() {
    guard !isDestroyed else { return }
    XSetInputFocus(display.pointer, id, Int32(RevertToParent), UInt(CurrentTime))
    display.flush()
  }

  /// Handles a host-window event; returns true if it was one, so that visibility may have changed.
  func handleHost(_ event: XEvent) -> Bool {
    guard let host else { return false }
    if ancestors.contains(event.xany.window) {
      noteMove(event)
      return false
    }
    guard event.xany.window == host.window else { return false }
    noteMove(event)
    switch event.type {
    case ConfigureNotify where host.rect == nil && event.xconfigure.send_event == 0:
      move(
        inHost: PixelRect(
          PixelSize(width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))))
    case MapNotify where event.xmap.window == host.window: isHostMapped = true
    case UnmapNotify where event.xunmap.window == host.window: isHostMapped = false
    default: break
    }
    return true
  }

  /// Notes that the host or one of its ancestors has moved.
  ///
  /// The window may then be on another monitor, without an event of its own.
  private func noteMove(_ event: XEvent) {
    switch event.type {
    case ConfigureNotify: hasMoved = true
    case ReparentNotify:
      hasMoved = true
      watchAncestors()
    default: break
    }
  }

  /// The maximum number of ancestors that are watched.
  private static let mostAncestors = 64

  /// Selects events of the host's ancestors, up to the top-level window.
  func watchAncestors() {
    ancestors = []
    guard let host else { return }
    var above: [CX11.Window] = []
    _ = display.errorCode {
      var next = host.window
      while above.count < Self.mostAncestors {
        var root: CX11.Window = 0
        var parent: CX11.Window = 0
        var children: UnsafeMutablePointer<CX11.Window>?
        var count: UInt32 = 0
        guard
          XQueryTree(display.pointer, next, &root, &parent, &children, &count) != 0
        else { return }
        if let children { XFree(children) }
        guard parent != 0, parent != root else { return }
        XSelectInput(display.pointer, parent, StructureNotifyMask)
        above.append(parent)
        next = parent
      }
    }
    ancestors = above
  }
}
