import CX11
import Geometry
import Glibc

/// An X server for one test, with a window on it.
final class TestXServer {
  let name: String
  let display: OpaquePointer
  private let process: pid_t

  static let isInstalled = access("/usr/bin/Xvfb", X_OK) == 0

  /// Starts Xvfb, which chooses its display number.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    var process = pid_t()
    let words = [
      "Xvfb", "-displayfd", "\(ends[1])", "-screen", "0", "800x700x24", "-noreset", "-nolisten",
      "tcp",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let status = posix_spawn(&process, "/usr/bin/Xvfb", nil, nil, arguments, environ)
    close(ends[1])
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while status == 0, read(ends[0], &byte, 1) == 1, byte != 10 { text.append(byte) }
    close(ends[0])
    name = ":" + String(decoding: text, as: UTF8.self)
    guard status == 0, !text.isEmpty, let display = XOpenDisplay(name) else { return nil }
    self.display = display
    self.process = process
  }

  deinit {
    XCloseDisplay(display)
    // Test runner threads block signals, and children inherit the mask: only SIGKILL is certain.
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  var visual: UInt { XVisualIDFromVisual(XDefaultVisual(display, 0)) }

  /// Maps a window without a background.
  func makeWindow(_ size: PixelSize) -> UInt {
    var attributes = XSetWindowAttributes()
    attributes.bit_gravity = NorthWestGravity
    let window = XCreateWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(size.width), UInt32(size.height), 0,
      XDefaultDepth(display, 0), UInt32(InputOutput), XDefaultVisual(display, 0),
      UInt(CWBitGravity), &attributes)
    XMapWindow(display, window)
    XSync(display, 0)
    return window
  }

  func resize(_ window: UInt, _ size: PixelSize) {
    XResizeWindow(display, window, UInt32(size.width), UInt32(size.height))
    XSync(display, 0)
  }

  /// The window's pixels on the screen: blue, green, red, and an unused byte.
  func pixels(_ window: UInt, _ size: PixelSize) -> [UInt8] {
    guard
      let image = XGetImage(
        display, window, 0, 0, UInt32(size.width), UInt32(size.height), ~0, ZPixmap)
    else { return [] }
    defer { fresnelDestroy(image) }
    let bytes = UnsafeRawBufferPointer(
      start: image.pointee.data, count: Int(image.pointee.bytes_per_line) * size.height)
    return [UInt8](bytes)
  }

  private func fresnelDestroy(_ image: UnsafeMutablePointer<XImage>) {
    _ = image.pointee.f.destroy_image(image)
  }
}
