import CXtst
import Glibc

/// Screen capture and simulated input on an X server.
final class Desk {
  private let connection: OpaquePointer
  private let root: UInt

  init(_ name: String) throws {
    guard let connection = XOpenDisplay(name) else { throw Missing("no connection to \(name)") }
    self.connection = connection
    root = XDefaultRootWindow(connection)
  }

  deinit { XCloseDisplay(connection) }

  /// A rectangle of the screen, in pixels.
  struct Place: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The rectangle of the largest window; `nil` while none is visible.
  var window: Place? {
    var (ignoredRoot, parent): (UInt, UInt) = (0, 0)
    var children: UnsafeMutablePointer<UInt>?
    var count: UInt32 = 0
    guard XQueryTree(connection, root, &ignoredRoot, &parent, &children, &count) != 0 else {
      return nil
    }
    defer { if let children { XFree(children) } }
    var found: Place?
    for place in 0..<Int(count) {
      var attributes = XWindowAttributes()
      guard let child = children?[place],
        XGetWindowAttributes(connection, child, &attributes) != 0,
        attributes.map_state == IsViewable, attributes.width > found?.width ?? 100
      else { continue }
      found = Place(
        x: Int(attributes.x), y: Int(attributes.y), width: Int(attributes.width),
        height: Int(attributes.height))
    }
    return found
  }

  /// Returns the pixels of an area of the screen, 0xRRGGBB in the lower bytes, row by row.
  func pixels(_ place: Place) throws -> Screenshot {
    guard
      let image = XGetImage(
        connection, root, Int32(place.x), Int32(place.y), UInt32(place.width),
        UInt32(place.height), ~0, ZPixmap)
    else { throw Missing("the screen can't be read") }
    defer { fresnel_destroy_image(image) }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(place.width * place.height)
    for y in 0..<place.height {
      guard let data = image.pointee.data else { throw Missing("the screen has no pixels") }
      let row = UnsafeRawPointer(data) + y * Int(image.pointee.bytes_per_line)
      for x in 0..<place.width {
        pixels.append(row.load(fromByteOffset: x * 4, as: UInt32.self) & 0xff_ffff)
      }
    }
    return Screenshot(width: place.width, height: place.height, pixels: pixels)
  }

  /// Moves the pointer to a point of the screen and clicks.
  func click(x: Int, y: Int, button: UInt32 = 1) {
    XTestFakeMotionEvent(connection, -1, Int32(x), Int32(y), 0)
    XTestFakeButtonEvent(connection, button, 1, 0)
    XTestFakeButtonEvent(connection, button, 0, 0)
    XFlush(connection)
  }

  /// Presses the key of a keysym.
  func press(_ keysym: UInt) {
    let code = UInt32(XKeysymToKeycode(connection, keysym))
    XTestFakeKeyEvent(connection, code, 1, 0)
    XTestFakeKeyEvent(connection, code, 0, 0)
    XFlush(connection)
  }

  /// Polls a condition, for half a minute at most.
  static func wait(for what: String, until isSo: () throws -> Bool) throws {
    for _ in 0..<1500 {
      if try isSo() { return }
      usleep(20_000)
    }
    throw Missing(what)
  }
}

/// The pixels of a capture.
struct Screenshot: Equatable {
  let width: Int
  let height: Int
  let pixels: [UInt32]

  /// Returns red, green and blue of a pixel.
  subscript(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
    let pixel = pixels[y * width + x]
    return (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
  }
}
