import CX11
import Geometry
import Glibc
import Platform

/// Why a window cannot be painted without OpenGL.
package enum PaintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such window any more.
  case noWindow
  /// The size is none that X knows, or there is no memory for it.
  case noMemory(PixelSize)
  /// The screen has too few colours.
  case unknownPixels

  /// One sentence for the user.
  package var description: String {
    switch self {
    case .noWindow: "the window is gone"
    case .noMemory(let size): "there is no memory for a window of \(size.width) × \(size.height)"
    case .unknownPixels: "the screen has too few colours"
    }
  }
}

/// Paints a window from memory, without OpenGL: through MIT-SHM, else over the socket.
///
/// It belongs to the thread of its connection, which may be another than the window's own. It has
/// pixels for one size, the window's or that of a part of it; a window of a new size needs a new
/// painter.
package final class WindowPainter {
  /// The most that it paints at once.
  package let size: PixelSize
  private let display: DisplayConnection
  private let window: UInt
  private let image: ServerImage
  private let visual: UnsafeMutablePointer<Visual>
  private let depth: Int32
  private let layout: PixelLayout
  /// The colours of a screen of 8 bits a pixel.
  private let table: ColorTable?
  private let context: GC
  // Pixels of our own where the server's have another layout.
  private var staging: UnsafeMutableRawBufferPointer?

  /// A painter for a window that any connection of the same server has made.
  package convenience init(
    display: DisplayConnection, window: UInt, size: PixelSize
  ) throws(PaintError) {
    try self.init(display: display, window: window, size: size, sharing: true)
  }

  convenience init(
    display: DisplayConnection, window: UInt, size: PixelSize, sharing: Bool
  ) throws(PaintError) {
    try self.init(
      display: display, window: window, size: size, sharing: sharing,
      attributes: Self.attributes(of: window, on: display))
  }

  /// What the server says of a window.
  static func attributes(
    of window: UInt, on display: DisplayConnection
  ) throws(PaintError) -> XWindowAttributes {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display.pointer, window, &attributes) != 0 else { throw .noWindow }
    return attributes
  }

  /// A painter for a window that the server has said this of.
  init(
    display: DisplayConnection, window: UInt, size: PixelSize, sharing: Bool = true,
    attributes: XWindowAttributes
  ) throws(PaintError) {
    guard let visual = attributes.visual else { throw .noWindow }
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height),
      let bytes = checkedProduct(size.width, size.height, 4)
    else { throw .noMemory(size) }
    guard
      let image = ServerImage(
        display, visual: visual, depth: attributes.depth, size: size, sharing: sharing)
    else { throw .noMemory(size) }
    table =
      image.layout.bitsPerPixel == 8
      ? display.colorTable(of: visual, depth: attributes.depth) : nil
    guard table != nil || image.layout.isSupported else { throw .unknownPixels }
    var values = XGCValues()
    values.graphics_exposures = 0
    guard
      let context = XCreateGC(display.pointer, window, UInt(GCGraphicsExposures), &values)
    else { throw .noWindow }
    self.display = display
    self.window = window
    self.size = size
    self.image = image
    self.visual = visual
    depth = attributes.depth
    self.context = context
    layout = image.layout
    if !layout.isBGRX {
      staging = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
      staging?.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  deinit {
    staging?.deallocate()
    // Without a server there is nobody to give it back to, and Xlib would complain on stderr.
    guard !display.isLost else { return }
    XFreeGC(display.pointer, context)
    display.flush()
  }

  /// Whether the server reads the pixels where they are drawn.
  package var usesSharedMemory: Bool { image.segment != nil }

  /// Whether the last painting is not known to be on the screen yet.
  ///
  /// On the window's own connection, reading its events finds out; elsewhere `waitUntilDone` does.
  package var isBusy: Bool { image.segment.map { display.busySegments.contains($0) } ?? false }

  /// Has all pixels drawn and puts them into the window's corner; the last painting is waited for
  /// first.
  ///
  /// The closure gets rows of blue, green, red and an alpha of 255, and the bytes from one row to
  /// the next; what it leaves alone stays as it was.
  package func paint<E: Error>(
    _ draw: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> Void
  ) throws(E) {
    try paint(PixelRect(size), draw)
  }

  /// Has a part of the window drawn, no larger than the painter's size, and puts it there.
  ///
  /// The closure gets memory whose first pixel is that of the part. Rows follow each other without
  /// a gap: those of a small picture in a large window would lie in three times as many pages.
  func paint<E: Error>(
    _ part: PixelRect,
    _ draw: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> Void
  ) throws(E) {
    waitUntilDone()
    let (width, height) = (part.size.width, part.size.height)
    guard let base = image.base, part.minX >= 0, !part.isEmpty, part.maxX <= size.width,
      height <= size.height
    else { return }
    let stride = image.stride(ofWidth: width)
    if let staging, let rows = staging.baseAddress {
      try draw(UnsafeMutableRawBufferPointer(start: rows, count: height * width * 4), width * 4)
      if let table {
        table.convert(
          rows, sourceStride: width * 4, to: base, targetStride: stride, width: width,
          height: height, x: part.minX, y: part.minY)
      } else {
        layout.convert(
          rows, sourceStride: width * 4, to: base, targetStride: stride, width: width,
          height: height)
      }
    } else {
      populate(rows: height, width: width)
      try draw(UnsafeMutableRawBufferPointer(start: base, count: height * stride), stride)
    }
    put(part)
  }

  /// Has the system make the pages of so many rows at once, where they cost less than one by one.
  func populate(rows: Int, width: Int) {
    guard staging == nil else { return }
    image.populate(bytes: min(rows, size.height) * image.stride(ofWidth: min(width, size.width)))
  }

  private func put(_ part: PixelRect) {
    guard !display.isLost else { return }
    let (x, y) = (Int32(part.minX), Int32(part.minY))
    let (width, height) = (UInt32(part.size.width), UInt32(part.size.height))
    image.withRows(ofWidth: part.size.width) { pixels in
      if let segment = image.segment {
        display.busySegments.insert(segment)
        XShmPutImage(display.pointer, window, context, pixels, 0, 0, x, y, width, height, 1)
        display.flush()
      } else {
        XPutImage(display.pointer, window, context, pixels, 0, 0, x, y, width, height)
        // Without shared memory no event tells when the server has read it all.
        display.synchronize()
      }
    }
  }

  /// Has the server fill parts of the window with a colour, 0xRRGGBB.
  func fill(_ parts: [PixelRect], with color: UInt32) {
    guard !display.isLost, !parts.isEmpty else { return }
    var parts = parts.map { part in
      XRectangle(
        x: Int16(part.minX), y: Int16(part.minY), width: UInt16(part.size.width),
        height: UInt16(part.size.height))
    }
    guard let table else {
      XSetForeground(display.pointer, context, UInt(layout.pixel(color)))
      XFillRectangles(display.pointer, window, context, &parts, Int32(parts.count))
      return
    }
    guard let tile = tile(of: color, from: table) else { return }
    XSetTile(display.pointer, context, tile)
    XSetFillStyle(display.pointer, context, FillTiled)
    XFillRectangles(display.pointer, window, context, &parts, Int32(parts.count))
    XSetFillStyle(display.pointer, context, FillSolid)
    // The server keeps it as long as the context has it.
    XFreePixmap(display.pointer, tile)
  }

  /// The pattern of a colour that few colours are mixed into, repeating from the window's corner.
  private func tile(of color: UInt32, from table: ColorTable) -> Pixmap? {
    let edge = ColorTable.edge
    let size = PixelSize(width: edge, height: edge)
    guard
      let pattern = ServerImage(
        display, visual: visual, depth: depth, size: size, sharing: false),
      let base = pattern.base
    else { return nil }
    let source = [UInt32](repeating: color | 0xff00_0000, count: edge * edge)
    source.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      table.convert(
        first, sourceStride: edge * 4, to: base, targetStride: pattern.stride(ofWidth: edge),
        width: edge, height: edge)
    }
    let tile = XCreatePixmap(display.pointer, window, UInt32(edge), UInt32(edge), UInt32(depth))
    pattern.withRows(ofWidth: edge) {
      _ = XPutImage(
        display.pointer, tile, context, $0, 0, 0, 0, 0, UInt32(edge), UInt32(edge))
    }
    return tile
  }

  /// Sends what the server was asked for.
  func flush() { display.flush() }

  /// Waits until the last painting is on the screen, at most `limit` seconds.
  @discardableResult
  package func waitUntilDone(limit: Double = 1) -> Bool {
    guard let segment = image.segment, let type = display.completionEventType else { return true }
    let end = MonotonicClock.now() + limit
    while display.busySegments.contains(segment) {
      if display.isLost { return false }
      var event = XEvent()
      if XCheckTypedEvent(display.pointer, type, &event) != 0 {
        let done = withUnsafePointer(to: &event) {
          UnsafeRawPointer($0).assumingMemoryBound(to: XShmCompletionEvent.self).pointee.shmseg
        }
        display.busySegments.remove(UInt(done))
        continue
      }
      let left = end - MonotonicClock.now()
      if left <= 0 {
        // The window may be gone, and then no event ever comes: a round trip is as good an end.
        display.synchronize()
        display.busySegments.remove(segment)
        return !display.isLost
      }
      var poll = PollSet()
      poll.add(display.descriptor)
      poll.wait(timeout: left)
    }
    return true
  }
}
