import CX11
import Geometry
import Glibc

/// Watches some rows of the screen at a high rate, through shared memory (MIT-SHM).
///
/// Reading a whole screen takes milliseconds, which would also slow down the watched program.
public final class ScreenWatch {
  /// The server has no MIT-SHM, or not 32 bits per pixel.
  public struct Unavailable: Error {}

  /// The last values of the rows, one after the other, each pixel as 0xRRGGBB.
  public private(set) var pixels: [UInt32]
  private let client: TestClient
  private let image: UnsafeMutablePointer<XImage>
  /// The screen's middle column, stored after the rows in the segment at `columnOffset`.
  private let column: UnsafeMutablePointer<XImage>
  private let columnOffset: Int
  private var lastColumn: [UInt32]
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  /// The watched rows, counted from the top of the screen.
  public let rows: [Int]

  /// Watches rows that are evenly spread over the screen.
  public init(_ client: TestClient, rows count: Int = 20) throws {
    let display = client.pointer
    let screen = XDefaultScreen(display)
    let width = Int(XDisplayWidth(display, screen))
    let height = Int(XDisplayHeight(display, screen))
    info = .allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    let number = shmget(0, width * 4 * count + 4 * height, IPC_CREAT | 0o600)
    defer { if number >= 0 { shmctl(number, IPC_RMID, nil) } }
    guard XShmQueryExtension(display) != 0, number >= 0, let memory = shmat(number, nil, 0),
      Int(bitPattern: memory) != -1,
      let image = XShmCreateImage(
        display, XDefaultVisual(display, screen), UInt32(XDefaultDepth(display, screen)),
        Int32(ZPixmap), nil, info, UInt32(width), 1),
      image.pointee.bytes_per_line == width * 4,
      let column = XShmCreateImage(
        display, XDefaultVisual(display, screen), UInt32(XDefaultDepth(display, screen)),
        Int32(ZPixmap), nil, info, 1, UInt32(height)),
      column.pointee.bytes_per_line == 4
    else { throw Unavailable() }
    info.pointee.shmid = number
    info.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    XShmAttach(display, info)
    XSync(display, 0)
    self.client = client
    self.image = image
    self.column = column
    columnOffset = width * 4 * count
    lastColumn = [UInt32](repeating: 0, count: height)
    rows = (0..<count).map { (2 * $0 + 1) * height / (2 * count) }
    pixels = [UInt32](repeating: 0, count: width * count)
  }

  deinit {
    XShmDetach(client.pointer, info)
    shmdt(info.pointee.shmaddr)
    for image in [image, column] {
      image.pointee.data = nil
      _ = image.pointee.f.destroy_image(image)
    }
    info.deallocate()
  }

  /// Returns true if a pixel of the middle column has changed since the last call.
  ///
  /// This is one request; reading all rows is twenty, each of which wakes the server.
  public func glance() -> Bool {
    column.pointee.data = info.pointee.shmaddr + columnOffset
    XShmGetImage(
      client.pointer, client.root, column, Int32(pixels.count / rows.count / 2), 0, UInt.max)
    let bytes = lastColumn.count * 4
    let seen = UnsafeRawPointer(info.pointee.shmaddr + columnOffset)
    let hasChanged = memcmp(lastColumn, seen, bytes) != 0
    if hasChanged {
      lastColumn.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: seen, count: bytes))
      }
    }
    return hasChanged
  }

  /// Reads the rows, and returns true if any pixel has changed since the last call.
  @discardableResult
  public func look() -> Bool {
    for (index, row) in rows.enumerated() {
      // The server writes to the image's data pointer, which selects the place in the segment.
      image.pointee.data = info.pointee.shmaddr + index * Int(image.pointee.bytes_per_line)
      XShmGetImage(client.pointer, client.root, image, 0, Int32(row), UInt.max)
    }
    let bytes = pixels.count * 4
    let hasChanged = memcmp(pixels, info.pointee.shmaddr, bytes) != 0
    if hasChanged {
      pixels.withUnsafeMutableBytes { $0.copyMemory(from: segment(bytes)) }
    }
    return hasChanged
  }

  private func segment(_ bytes: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: info.pointee.shmaddr, count: bytes)
  }
}
