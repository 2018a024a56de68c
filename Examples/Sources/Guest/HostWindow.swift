import CXlib
import Glibc

/// A window as any Xlib program has it, with a drawing of its own on its left side.
final class HostWindow {
  /// The width of the part that the program draws itself, in pixels.
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
    // The view has a connection of its own: the server must know the window by then.
    XSync(display, 0)
  }

  deinit {
    if let context { XFreeGC(display, context) }
    XCloseDisplay(display)
  }

  var descriptor: Int32 { XConnectionNumber(display) }

  /// What has happened in the window that the program has to do with.
  enum News {
    case resized
    case closed
  }

  /// Takes all events that have come, and draws what the server has lost.
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

  /// Five bars, one below the other: what a program has beside a picture.
  private func draw() {
    for bar in 0..<5 {
      XSetForeground(display, context, UInt(0x40_2020 + bar * 0x20_1808))
      XFillRectangle(display, window, context, 10, Int32(10 + bar * 60), 140, 50)
    }
  }
}
