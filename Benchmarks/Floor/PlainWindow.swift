import CX11
import Geometry
import Glibc

/// A bare window with one shared-memory image of its size.
final class PlainWindow {
  let size: PixelSize
  /// The image's first pixel.
  let rows: UnsafeMutablePointer<UInt32>
  /// The distance between rows, in pixels.
  let stride: Int
  private let display: OpaquePointer
  private let window: UInt
  private let image: UnsafeMutablePointer<XImage>

  /// Creates the window and maps it at the screen's corner.
  init(size: PixelSize) throws(FloorError) {
    guard let display = XOpenDisplay(nil) else { throw FloorError("no display") }
    let screen = XDefaultScreen(display)
    window = XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(size.width), UInt32(size.height), 0, 0, 0)
    XSelectInput(display, window, ExposureMask)
    XMapWindow(display, window)
    XFlush(display)
    // Never freed: the library keeps a pointer to it.
    let info = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    guard
      let image = XShmCreateImage(
        display, XDefaultVisual(display, screen), UInt32(XDefaultDepth(display, screen)),
        Int32(ZPixmap), nil, info, UInt32(size.width), UInt32(size.height)),
      image.pointee.bits_per_pixel == 32
    else { throw FloorError("no shared image of 32 bits a pixel") }
    let bytes = Int(image.pointee.bytes_per_line) * size.height
    let number = shmget(0, bytes, IPC_CREAT | 0o600)
    defer { if number >= 0 { shmctl(number, IPC_RMID, nil) } }
    guard number >= 0, let memory = shmat(number, nil, 0), Int(bitPattern: memory) != -1 else {
      throw FloorError("no shared memory")
    }
    info.pointee.shmid = number
    info.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    image.pointee.data = info.pointee.shmaddr
    XShmAttach(display, info)
    XSync(display, 0)
    self.display = display
    self.image = image
    self.size = size
    rows = memory.assumingMemoryBound(to: UInt32.self)
    stride = Int(image.pointee.bytes_per_line) / 4
  }

  /// Puts the image on the window and runs until it is killed.
  func show() -> Never {
    var event = XEvent()
    repeat { XNextEvent(display, &event) } while event.type != Expose
    XShmPutImage(
      display, window, XDefaultGC(display, XDefaultScreen(display)), image, 0, 0, 0, 0,
      UInt32(size.width), UInt32(size.height), 0)
    XFlush(display)
    while true { XNextEvent(display, &event) }
  }
}
