import CX11
import Geometry

/// A window of any client's that another lies in.
package struct WindowHost: Hashable, Sendable {
  /// The server's number for it.
  package var window: UInt
  /// Where the other lies in it, in its pixels; `nil` covers all of it, whatever its size becomes.
  package var rect: PixelRect?

  /// A host, of which a part or all is covered.
  package init(window: UInt, rect: PixelRect? = nil) {
    self.window = window
    self.rect = rect
  }
}

extension Window {
  /// Where a new window is to lie in its parent, and whether that is on the screen.
  static func frame(
    of configuration: Configuration, display: DisplayConnection
  ) throws(DisplayError) -> (rect: PixelRect, isHostMapped: Bool) {
    guard let host = configuration.host else {
      return (PixelRect(possible(configuration.geometry?.size ?? configuration.size)), true)
    }
    var attributes = XWindowAttributes()
    var isThere = false
    _ = display.errorCode {
      // First: a size that comes between question and answer is told as well.
      XSelectInput(display.pointer, host.window, StructureNotifyMask)
      isThere = XGetWindowAttributes(display.pointer, host.window, &attributes) != 0
    }
    if display.isLost { throw .lost }
    guard isThere else { throw .noHost(host.window) }
    let whole = PixelRect(
      PixelSize(width: Int(attributes.width), height: Int(attributes.height)))
    return (placed(host.rect ?? whole), attributes.map_state != IsUnmapped)
  }

  /// The same place with a size that can be.
  private static func placed(_ rect: PixelRect) -> PixelRect {
    let size = possible(rect.size)
    return PixelRect(
      minX: rect.minX, minY: rect.minY, maxX: rect.minX + size.width,
      maxY: rect.minY + size.height)
  }

  /// Whether it lies in a window of somebody else's.
  public var isHosted: Bool { host != nil }

  /// Moves a window within its host, in the host's pixels; `resized` tells what its size became.
  package func move(inHost rect: PixelRect) {
    guard host != nil, !isDestroyed else { return }
    let rect = Self.placed(rect)
    XMoveResizeWindow(
      display.pointer, id, Int32(clamping: rect.minX), Int32(clamping: rect.minY),
      UInt32(rect.width), UInt32(rect.height))
    display.flush()
  }

  /// Asks for the keyboard, as long as the window can be seen.
  package func takeFocus() {
    guard !isDestroyed else { return }
    XSetInputFocus(display.pointer, id, Int32(RevertToParent), UInt(CurrentTime))
    display.flush()
  }

  /// Takes an event of the host's; whether it was one, and whether it may have changed what is
  /// seen.
  func handleHost(_ event: XEvent) -> Bool {
    guard let host, event.xany.window == host.window else { return false }
    switch event.type {
    case ConfigureNotify where host.rect == nil:
      move(
        inHost: PixelRect(
          PixelSize(width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))))
    case MapNotify where event.xmap.window == host.window: isHostMapped = true
    case UnmapNotify where event.xunmap.window == host.window: isHostMapped = false
    default: break
    }
    return true
  }
}
