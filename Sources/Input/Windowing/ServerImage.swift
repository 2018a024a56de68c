import CX11
import Geometry
import Glibc

/// An image in the server's pixel layout, in memory shared with the server if possible.
final class ServerImage {
  private let image: UnsafeMutablePointer<XImage>
  /// The XID of the shared segment; `nil` if the pixels are sent over the socket.
  let segment: UInt?
  private let display: DisplayConnection
  private let info: UnsafeMutablePointer<XShmSegmentInfo>?
  /// The number of leading bytes whose pages have been populated.
  private var populated = 0

  /// Creates an image for a window's visual, in shared memory if `sharing` is set and it is
  /// available.
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
    // XDestroyImage frees this memory together with the image.
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
      // The server has its own mapping: an unfinished put still finds its pixels.
      shmdt(info.pointee.shmaddr)
      image.pointee.data = nil
      info.deallocate()
      display.busySegments.remove(segment ?? 0)
    }
    _ = image.pointee.f.destroy_image(image)
  }

  var layout: PixelLayout {
    PixelLayout(
      bitsPerPixel: Int(image.pointee.bits_per_pixel),
      isLittleEndian: image.pointee.byte_order == LSBFirst,
      redMask: UInt32(truncatingIfNeeded: image.pointee.red_mask),
      greenMask: UInt32(truncatingIfNeeded: image.pointee.green_mask),
      blueMask: UInt32(truncatingIfNeeded: image.pointee.blue_mask),
      depth: Int(image.pointee.depth))
  }

  /// The first byte of the first row.
  var base: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(image.pointee.data) }
  /// The stride in bytes of packed rows of a width in pixels.
  func stride(ofWidth width: Int) -> Int {
    let padding = Int(image.pointee.bitmap_pad)
    return (width * Int(image.pointee.bits_per_pixel) + padding - 1) / padding * padding / 8
  }

  /// Calls `body` with the image as packed rows of a width, starting at the beginning of its
  /// memory.
  func withRows(ofWidth width: Int, _ body: (UnsafeMutablePointer<XImage>) -> Void) {
    var rows = image.pointee
    rows.width = Int32(width)
    rows.bytes_per_line = Int32(stride(ofWidth: width))
    body(&rows)
  }

  /// Linux's MADV_POPULATE_WRITE, which may be missing in glibc's headers.
  private static let populateWrite: Int32 = 23
  private static let page = 4096

  /// Populates the pages of the first bytes, if not done before.
  ///
  /// All at once they cost a fraction of page faults one by one; on kernels before 5.14 they fault
  /// as usual.
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

  /// Allocates the segment and lets both sides map it; fails with a server on another machine.
  private static func attach(
    _ display: DisplayConnection, _ image: UnsafeMutablePointer<XImage>,
    _ info: UnsafeMutablePointer<XShmSegmentInfo>, height: Int
  ) -> Bool {
    guard let bytes = checkedProduct(Int(image.pointee.bytes_per_line), height) else {
      return false
    }
    let number = shmget(0, bytes, IPC_CREAT | 0o600)
    guard number >= 0 else { return false }
    // Marked for removal now, the segment disappears with its last user, however that one ends.
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
