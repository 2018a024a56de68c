import CX11
import Geometry
import Platform

/// A picture behind all windows, for desktops without one of their own.
///
/// It is a pixmap of the screen's size that stays in the server after its connection is closed, as
/// Esetroot introduced it: `_XROOTPMAP_ID` names it for programs that imitate transparency, and
/// `ESETROOT_PMAP_ID` for the next one, which frees it.
package final class RootPicture {
  /// The parts of the screen that the monitors show.
  package let monitors: [PixelRect]
  private let display: DisplayConnection
  private let pixmap: CX11.Pixmap
  private let painter: WindowPainter
  private var isKept = false

  /// The most rows that are sent at once.
  private static let mostRows = 64

  /// Creates a black picture that is not shown yet, on a connection of its own.
  ///
  /// Only one thread may use it.
  package init() throws(PaintError) {
    guard let display = try? DisplayConnection() else { throw .noWindow }
    self.display = display
    monitors = display.monitors().map(\.rect)
    let size = display.screenSize
    let attributes = try WindowPainter.attributes(of: display.root, on: display)
    pixmap = XCreatePixmap(
      display.pointer, display.root, UInt32(size.width), UInt32(size.height),
      UInt32(attributes.depth))
    // Memory that is shared with the server would stay, too.
    painter = try WindowPainter(
      display: display, window: pixmap,
      size: PixelSize(width: size.width, height: min(size.height, Self.mostRows)), sharing: false,
      attributes: attributes)
    painter.fill([PixelRect(size)], with: 0)
  }

  deinit {
    if !isKept, !display.isLost { XFreePixmap(display.pointer, pixmap) }
  }

  /// Draws rows of red, green, blue and alpha, premultiplied, over black; `y` is the first one's
  /// place on the screen.
  package func draw(_ rows: [UInt8], size: PixelSize, atX x: Int, y: Int) {
    var first = 0
    while first < size.height {
      let count = min(Self.mostRows, size.height - first)
      let part = PixelRect(
        minX: x, minY: y + first, maxX: x + size.width, maxY: y + first + count)
      painter.paint(part) { pixels, stride in
        for row in 0..<count {
          var from = (first + row) * size.width * 4
          var to = row * stride
          for _ in 0..<size.width {
            pixels[to] = rows[from + 2]
            pixels[to + 1] = rows[from + 1]
            pixels[to + 2] = rows[from]
            pixels[to + 3] = 255
            from += 4
            to += 4
          }
        }
      }
      first += count
    }
  }

  /// Shows it, and frees the picture that was there; returns false if the server is gone or has no
  /// memory for it.
  package func show() -> Bool {
    let root = display.root
    let names = [display.atoms[.rootPixmap], display.atoms[.esetrootPixmap]]
    let former = names.map { display.property($0, of: root, limit: 4)?.numbers.first }
    let failure = display.errorCode {
      for name in names {
        display.setProperty(name, of: root, type: Atom(XA_PIXMAP), numbers: [UInt(pixmap)])
      }
      XSetWindowBackgroundPixmap(display.pointer, root, pixmap)
      XClearWindow(display.pointer, root)
      XSetCloseDownMode(display.pointer, RetainPermanent)
    }
    guard failure == nil, !display.isLost else { return false }
    isKept = true
    // Only programs of this kind set both to the same picture, and are gone.
    if let old = former[0], old == former[1], isPicture(old) { XKillClient(display.pointer, old) }
    display.synchronize()
    return !display.isLost
  }

  /// True for a pixmap of the screen's size: the number of one that is gone may be that of anything
  /// in another program.
  private func isPicture(_ id: UInt) -> Bool {
    var (root, border, depth): (UInt, UInt32, UInt32) = (0, 0, 0)
    var (x, y, width, height): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
    guard
      XGetGeometry(display.pointer, id, &root, &x, &y, &width, &height, &border, &depth) != 0
    else { return false }
    var attributes = XWindowAttributes()
    return PixelSize(width: Int(width), height: Int(height)) == display.screenSize
      && XGetWindowAttributes(display.pointer, id, &attributes) == 0
  }
}
