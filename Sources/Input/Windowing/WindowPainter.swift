import CX11
import Geometry
import Glibc
import Platform

/// Why a window can't be painted without OpenGL.
package enum PaintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The window does not exist any more.
  case noWindow
  /// X does not allow the size, or memory is exhausted.
  case noMemory(PixelSize)
  /// The screen has too few colours.
  case unknownPixels

  /// A sentence for the user.
  package var description: String {
    switch self {
    case .noWindow: "the window was closed"
    case .noMemory(let size):
      "there is not enough memory for a window of \(size.width) × \(size.height)"
    case .unknownPixels: "the screen has too few colours"
    }
  }
}

/// Paints a window from memory, without OpenGL: through MIT-SHM or else over the socket.
///
/// Belongs to its connection's thread, which may be another than the window's. It has the pixels
/// for one size, of the window or of a part of it; a window of a new size needs a new painter.
package final class WindowPainter {
  /// The maximum size of one painting.
  package let size: PixelSize
  private let display: DisplayConnection
  private let window: UInt
  private let image: ServerImage
  private let visual: UnsafeMutablePointer<Visual>
  private let depth: Int32
  private let layout: PixelLayout
  /// The palette of a screen with 8 bits per pixel.
  private let table: ColorTable?
  private let context: GC
  // A buffer for pixels in our layout, if the server's differs.
  private var staging: UnsafeMutableRawBufferPointer?

  /// Creates a painter for a window created on any connection to the same server.
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

  static func attributes(
    of window: UInt, on display: DisplayConnection
  ) throws(PaintError) -> XWindowAttributes {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display.pointer, window, &attributes) != 0 else { throw .noWindow }
    return attributes
  }

  /// Creates a painter for a window whose attributes have been queried.
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
    // Without a server there is nothing to free, and Xlib would complain on stderr.
    guard !display.isLost else { return }
    XFreeGC(display.pointer, context)
    display.flush()
  }

  /// True if the server reads the pixels from shared memory.
  package var usesSharedMemory: Bool { image.segment != nil }

  /// True until the last painting is known to be on the screen.
  ///
  /// On the window's own connection, reading its events finds out; elsewhere `waitUntilDone` does.
  package var isBusy: Bool { image.segment.map { display.busySegments.contains($0) } ?? false }

  /// Draws all pixels and puts them at the window's top left corner, after waiting for the last
  /// painting.
  ///
  /// `draw` gets rows of B, G, R and an alpha of 255, and the stride in bytes; pixels that it does
  /// not write stay unchanged.
  package func paint<E: Error>(
    _ draw: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> Void
  ) throws(E) {
    try paint(PixelRect(size), draw)
  }

  /// Draws a part of the window, no larger than the painter's size.
  ///
  /// `draw` gets memory that begins with the part's first pixel. Rows are packed: those of a small
  /// picture in a large window would otherwise span three times as many pages.
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

  /// Populates the pages of a number of rows at once, which is cheaper than faulting them one by
  /// one.
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
        // Without shared memory no completion event tells when the server has read all pixels.
        display.synchronize()
      }
    }
  }

  /// Lets the server fill parts of the window with a colour, 0xRRGGBB.
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
    // The server keeps it while the context uses it.
    XFreePixmap(display.pointer, tile)
  }

  /// Returns a dithered tile of a colour, aligned to the window's corner.
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

  /// Sends buffered requests.
  func flush() { display.flush() }

  /// Waits until the last painting is on the screen, for at most `limit` seconds.
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
        // A destroyed window sends no completion event; a round trip is enough then.
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
