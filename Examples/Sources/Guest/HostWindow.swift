import CXlib
import Glibc

/// A window of an ordinary Xlib program, which draws the left part itself.
final class HostWindow {
  /// The width of the part that the program draws, in pixels.
  static let sidebar = 160

  let display: OpaquePointer
  let window: CXlib.Window
  private(set) var width = 800
  private(set) var height = 500
  private let context: GC?
  private let deleteMessage: Atom

  init?(title: String) {
    guard let display = XOpenDisplay(nil) else { return nil }
    self.display = display
    window = XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(width), UInt32(height), 0, 0, 0x20_3040)
    XSelectInput(display, window, ExposureMask | StructureNotifyMask | KeyPressMask)
    XStoreName(display, window, title)
    deleteMessage = XInternAtom(display, "WM_DELETE_WINDOW", 0)
    var protocols = [deleteMessage]
    XSetWMProtocols(display, window, &protocols, 1)
    context = XCreateGC(display, window, 0, nil)
    XMapWindow(display, window)
    // The view has its own connection; the server must know the window before the view uses it.
    XSync(display, 0)
  }

  deinit {
    if let context { XFreeGC(display, context) }
    XCloseDisplay(display)
  }

  var descriptor: Int32 { XConnectionNumber(display) }

  /// The window's events that the program handles.
  enum News {
    case resized
    case closed
  }

  /// Processes all pending events, and redraws exposed areas.
  func takeEvents() -> [News] {
    var news: [News] = []
    while XPending(display) > 0 {
      var event = XEvent()
      XNextEvent(display, &event)
      switch event.type {
      case Expose: draw()
      case ConfigureNotify:
        let size = (Int(event.xconfigure.width), Int(event.xconfigure.height))
        guard size != (width, height) else { continue }
        (width, height) = size
        news.append(.resized)
      case ClientMessage where UInt(bitPattern: event.xclient.data.l.0) == deleteMessage:
        news.append(.closed)
      default: break
      }
    }
    XFlush(display)
    return news
  }

  /// Draws five bars, one below the other, as an example of the program's own content.
  private func draw() {
    for bar in 0..<5 {
      XSetForeground(display, context, UInt(0x40_2020 + bar * 0x20_1808))
      XFillRectangle(display, window, context, 10, Int32(10 + bar * 60), 140, 50)
    }
  }
}
