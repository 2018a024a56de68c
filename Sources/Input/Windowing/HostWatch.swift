import CX11
import Geometry

/// Watches the window that a view is embedded in, and that window's ancestors.
struct HostWatch {
  /// The consequence of a host or ancestor window's event for the view.
  enum Change {
    /// The view may be on another monitor; `resized` is the host's new size, if the view covers it.
    case moved(resized: PixelSize?)
    case mapped(Bool)
    case nothing
  }

  /// The maximum number of ancestors that are watched.
  private static let mostAncestors = 64

  private let display: DisplayConnection
  private let host: WindowHost
  /// The host's ancestors, the nearest first.
  private var ancestors: [CX11.Window] = []

  init(_ host: WindowHost, _ display: DisplayConnection) {
    self.host = host
    self.display = display
    watchAncestors()
  }

  /// Selects a host's events; returns its size and whether it is mapped.
  static func select(
    _ host: WindowHost, _ display: DisplayConnection
  ) throws(DisplayError) -> (size: PixelSize, isMapped: Bool) {
    var attributes = XWindowAttributes()
    var isThere = false
    _ = display.errorCode {
      // Select first, so that a change of size after the query is reported, too.
      display.select(StructureNotifyMask, of: host.window)
      isThere = XGetWindowAttributes(display.pointer, host.window, &attributes) != 0
    }
    if display.isLost { throw .lost }
    guard isThere else { throw .noHost(host.window) }
    return (
      PixelSize(width: Int(attributes.width), height: Int(attributes.height)),
      attributes.map_state != IsUnmapped
    )
  }

  /// Handles an event; returns `nil` unless it is one of the host or an ancestor.
  mutating func handle(_ event: XEvent) -> Change? {
    let isHost = event.xany.window == host.window
    guard isHost || ancestors.contains(event.xany.window) else { return nil }
    switch event.type {
    case ConfigureNotify:
      guard isHost, host.rect == nil, event.xconfigure.send_event == 0 else {
        return .moved(resized: nil)
      }
      return .moved(
        resized: PixelSize(
          width: Int(event.xconfigure.width), height: Int(event.xconfigure.height)))
    case ReparentNotify:
      watchAncestors()
      return .moved(resized: nil)
    case MapNotify where isHost && event.xmap.window == host.window: return .mapped(true)
    case UnmapNotify where isHost && event.xunmap.window == host.window: return .mapped(false)
    default: return .nothing
    }
  }

  /// Selects events of the host's ancestors, up to the top-level window.
  private mutating func watchAncestors() {
    var above: [CX11.Window] = []
    _ = display.errorCode {
      defer { for former in ancestors { display.deselect(StructureNotifyMask, of: former) } }
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
        display.select(StructureNotifyMask, of: parent)
        above.append(parent)
        next = parent
      }
    }
    ancestors = above
  }
}
