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

  /// Takes that the host, or what it lies in, has moved: the window may be on another monitor then,
  /// though nothing is said of itself.
  private func noteMove(_ event: XEvent) {
    switch event.type {
    case ConfigureNotify: hasMoved = true
    case ReparentNotify:
      hasMoved = true
      watchAncestors()
    default: break
    }
  }

  /// The most windows that a host lies in, one in another.
  private static let mostAncestors = 64

  /// Listens to the windows that the host lies in, up to the desktop's.
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
