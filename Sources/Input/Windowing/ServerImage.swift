import CX11
import Geometry
import Glibc

/// Memory for a window's pixels in the server's own layout, shared with the server where it can be.
final class ServerImage {
  private let image: UnsafeMutablePointer<XImage>
  /// The server's number for the shared segment; `nil` for memory that is sent over the socket.
  let segment: UInt?
  private let display: DisplayConnection
  private let info: UnsafeMutablePointer<XShmSegmentInfo>?
  /// Bytes at the beginning whose pages were made together.
  private var populated = 0

  /// An image of a window's visual, as shared memory if wanted and possible.
  init?(
    _ display: DisplayConnection, visual: UnsafeMutablePointer<Visual>, depth: Int32,
    size: PixelSize, sharing: Bool
  ) {
    self.display = display
    if sharing, display.completionEventType != nil,
      let shared = Self.shared(display, visual: visual, depth: depth, size: size)
    {
      (image, info) = shared
      segment = UInt(shared.info.pointee.shmseg)
      return
    }
    guard
      let image = XCreateImage(
        display.pointer, visual, UInt32(depth), Int32(ZPixmap), 0, nil, UInt32(size.width),
        UInt32(size.height), 32, 0)
    else { return nil }
    // XDestroyImage frees it with the image.
    guard let bytes = checkedProduct(Int(image.pointee.bytes_per_line), size.height),
      let memory = calloc(1, bytes)
    else {
      _ = image.pointee.f.destroy_image(image)
      return nil
    }
    image.pointee.data = memory.assumingMemoryBound(to: CChar.self)
    self.image = image
    info = nil
    segment = nil
  }

  deinit {
    if let info {
      if !display.isLost { XShmDetach(display.pointer, info) }
      // The server has a mapping of its own: a put that is on its way still finds its pixels.
      shmdt(info.pointee.shmaddr)
      image.pointee.data = nil
      info.deallocate()
      display.busySegments.remove(segment ?? 0)
    }
    _ = image.pointee.f.destroy_image(image)
  }

  /// How the pixels lie in memory.
  var layout: PixelLayout {
    PixelLayout(
      bitsPerPixel: Int(image.pointee.bits_per_pixel),
      isLittleEndian: image.pointee.byte_order == LSBFirst,
      redMask: UInt32(truncatingIfNeeded: image.pointee.red_mask),
      greenMask: UInt32(truncatingIfNeeded: image.pointee.green_mask),
      blueMask: UInt32(truncatingIfNeeded: image.pointee.blue_mask),
      depth: Int(image.pointee.depth))
  }

  /// The first row's first byte.
  var base: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(image.pointee.data) }
  /// Bytes from one row to the next, of rows of so many pixels without a gap between them.
  func stride(ofWidth width: Int) -> Int {
    let padding = Int(image.pointee.bitmap_pad)
    return (width * Int(image.pointee.bits_per_pixel) + padding - 1) / padding * padding / 8
  }

  /// Lends the image as one of such rows, at the beginning of its memory.
  func withRows(ofWidth width: Int, _ body: (UnsafeMutablePointer<XImage>) -> Void) {
    var rows = image.pointee
    rows.width = Int32(width)
    rows.bytes_per_line = Int32(stride(ofWidth: width))
    body(&rows)
  }

  /// Linux's MADV_POPULATE_WRITE, which glibc's headers may lack.
  private static let populateWrite: Int32 = 23
  private static let page = 4096

  /// Has the system make the pages of the first bytes, where they have not been made so before.
  ///
  /// All at once they cost a fraction of one by one; a kernel before 5.14 does it as they come.
  func populate(bytes: Int) {
    guard segment != nil, let base, bytes > populated else { return }
    let first = populated / Self.page * Self.page
    madvise(base + first, bytes - first, Self.populateWrite)
    populated = bytes
  }

  private static func shared(
    _ display: DisplayConnection, visual: UnsafeMutablePointer<Visual>, depth: Int32,
    size: PixelSize
  ) -> (image: UnsafeMutablePointer<XImage>, info: UnsafeMutablePointer<XShmSegmentInfo>)? {
    let info = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    guard
      let image = XShmCreateImage(
        display.pointer, visual, UInt32(depth), Int32(ZPixmap), nil, info, UInt32(size.width),
        UInt32(size.height))
    else {
      info.deallocate()
      return nil
    }
    if attach(display, image, info, height: size.height) { return (image, info) }
    image.pointee.data = nil
    _ = image.pointee.f.destroy_image(image)
    info.deallocate()
    return nil
  }

  /// Makes the segment and has both sides map it; a server on another machine can't.
  private static func attach(
    _ display: DisplayConnection, _ image: UnsafeMutablePointer<XImage>,
    _ info: UnsafeMutablePointer<XShmSegmentInfo>, height: Int
  ) -> Bool {
    guard let bytes = checkedProduct(Int(image.pointee.bytes_per_line), height) else {
      return false
    }
    let number = shmget(0, bytes, IPC_CREAT | 0o600)
    guard number >= 0 else { return false }
    // Marked now, the segment goes with its last user, however that one ends.
    defer { shmctl(number, IPC_RMID, nil) }
    guard let memory = shmat(number, nil, 0), Int(bitPattern: memory) != -1 else { return false }
    info.pointee.shmid = number
    info.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    info.pointee.readOnly = 0
    image.pointee.data = info.pointee.shmaddr
    if display.errorCode(of: { XShmAttach(display.pointer, info) }) == nil, !display.isLost {
      return true
    }
    shmdt(memory)
    return false
  }
}
