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
  /// The screen shows something else than true colour.
  case unknownPixels

  /// One sentence for the user.
  package var description: String {
    switch self {
    case .noWindow: "the window is gone"
    case .noMemory(let size): "there is no memory for a window of \(size.width) × \(size.height)"
    case .unknownPixels: "the screen does not show true colour"
    }
  }
}

/// Paints a window from memory, without OpenGL: through MIT-SHM, else over the socket.
///
/// It belongs to the thread of its connection, which may be another than the window's own. It
/// serves one size; a window of a new size needs a new painter.
package final class WindowPainter {
  /// The size that it paints.
  package let size: PixelSize
  private let display: DisplayConnection
  private let window: UInt
  private let image: ServerImage
  private let layout: PixelLayout
  private let context: GC
  /// What was put last, and the pixel value of what is around it.
  private var parts: [PixelRect]
  private var surround: UInt32 = 0
  // Pixels of our own where the server's have another layout.
  private var staging: UnsafeMutableRawBufferPointer?

  /// A painter for a window that any connection of the same server has made.
  package convenience init(
    display: DisplayConnection, window: UInt, size: PixelSize
  ) throws(PaintError) {
    try self.init(display: display, window: window, size: size, sharing: true)
  }

  init(
    display: DisplayConnection, window: UInt, size: PixelSize, sharing: Bool
  ) throws(PaintError) {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display.pointer, window, &attributes) != 0,
      let visual = attributes.visual
    else { throw .noWindow }
    guard (1...32_767).contains(size.width), (1...32_767).contains(size.height),
      let bytes = checkedProduct(size.width, size.height, 4)
    else { throw .noMemory(size) }
    guard
      let image = ServerImage(
        display, visual: visual, depth: attributes.depth, size: size, sharing: sharing)
    else { throw .noMemory(size) }
    guard image.layout.isSupported else { throw .unknownPixels }
    var values = XGCValues()
    values.graphics_exposures = 0
    guard
      let context = XCreateGC(display.pointer, window, UInt(GCGraphicsExposures), &values)
    else { throw .noWindow }
    self.display = display
    self.window = window
    self.size = size
    self.image = image
    self.context = context
    layout = image.layout
    parts = [PixelRect(size)]
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

  /// Has the pixels drawn and puts them on the window; the last painting is waited for first.
  ///
  /// The closure gets rows of blue, green, red and an alpha of 255, and the bytes from one row to
  /// the next; what it leaves alone stays as it was. With `parts`, only those are drawn and put,
  /// and the server itself fills the window `around` them with a colour, 0xRRGGBB.
  package func paint<E: Error>(
    parts: [PixelRect]? = nil, around color: UInt32 = 0,
    _ draw: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> Void
  ) throws(E) {
    waitUntilDone()
    guard let base = image.base else { return }
    self.parts = parts?.map { $0.intersection(PixelRect(size)) } ?? [PixelRect(size)]
    surround = layout.pixel(color)
    if let staging, let rows = staging.baseAddress {
      try draw(staging, size.width * 4)
      for part in self.parts {
        layout.convert(
          rows + (part.minY * size.width + part.minX) * 4, sourceStride: size.width * 4,
          to: base + part.minY * image.stride + part.minX * (layout.bitsPerPixel / 8),
          targetStride: image.stride, width: part.size.width, height: part.size.height)
      }
    } else {
      for part in self.parts { populate(part) }
      try draw(
        UnsafeMutableRawBufferPointer(start: base, count: image.stride * size.height),
        image.stride)
    }
    repaint()
  }

  /// Has the system make the pages of a part at once, where they cost less than one by one.
  package func populate(_ part: PixelRect) {
    // Rows of a narrow part lie in few pages of all that there are between them.
    guard staging == nil, part.size.width > size.width / 2 else { return }
    image.populate(rows: part.minY..<part.maxY)
  }

  /// Puts the same pixels on the window again, after it was exposed.
  package func repaint() {
    waitUntilDone()
    guard !display.isLost else { return }
    fillSurround()
    if let segment = image.segment, !parts.isEmpty { display.busySegments.insert(segment) }
    for (index, part) in parts.enumerated() {
      let (x, y) = (Int32(part.minX), Int32(part.minY))
      let (width, height) = (UInt32(part.size.width), UInt32(part.size.height))
      if image.segment != nil {
        // The last one's end is the end of all.
        let tells: Int32 = index == parts.count - 1 ? 1 : 0
        XShmPutImage(
          display.pointer, window, context, image.image, x, y, x, y, width, height, tells)
      } else {
        XPutImage(display.pointer, window, context, image.image, x, y, x, y, width, height)
      }
    }
    // Without shared memory no event tells when the server has read it all.
    if image.segment != nil { display.flush() } else { display.synchronize() }
  }

  private func fillSurround() {
    var rest = PixelRect(size).subtracting(parts).map { rect in
      XRectangle(
        x: Int16(rect.minX), y: Int16(rect.minY), width: UInt16(rect.size.width),
        height: UInt16(rect.size.height))
    }
    guard !rest.isEmpty else { return }
    XSetForeground(display.pointer, context, UInt(surround))
    XFillRectangles(display.pointer, window, context, &rest, Int32(rest.count))
  }

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
