import Glibc
import Platform

/// A simulated input device of a real Xorg, for what XTEST's pointer can't do.
///
/// It speaks the protocol of Xorg's `inputtest` driver. The driver accepts only one connection, so
/// a device lives as long as its server. Calls return once the server has processed them.
public final class TestDevice {
  /// The kind of device that the driver simulates.
  public enum Kind: String, CaseIterable, Sendable {
    /// A mouse: relative motion, and a wheel with smooth scroll valuators of 120 per detent.
    case mouse = "Pointer"
    /// A mouse with a gesture class, which makes it a touchpad.
    case touchpad = "PointerGesture"
    /// A touch screen. With it the touchpad can be the server's core pointer or be absent.
    case touchscreen = "Touch"
  }

  /// The device doesn't answer.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason.
    public var description: String
  }

  private let socket: FileDescriptor

  /// Connects to the driver's socket and negotiates the protocol.
  init(path: String) throws {
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Errno.last("socket") }
    socket = FileDescriptor(adopting: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(description: "the socket's path is too long")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let isConnected = waitUntil(20) {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }
    guard isConnected else { throw Failure(description: "no device at \(path)") }
    try send(kind: 0, [UInt16(1), UInt16(1)].flatMap { Self.bytes($0) })
    try receive(12)
  }

  /// Moves by pixels and scrolls by units of the scroll valuators, in one event.
  public func move(x: Double = 0, y: Double = 0, scrollX: Double? = nil, scrollY: Double? = nil)
    throws
  {
    let axes = [x == 0 && y == 0 ? nil : x, x == 0 && y == 0 ? nil : y, scrollX, scrollY]
    var mask: UInt64 = 0
    var values = [Double](repeating: 0, count: 64)
    for (index, value) in axes.enumerated() {
      guard let value else { continue }
      mask |= 1 << UInt64(index)
      values[index] = value
    }
    // Relative motion, four bytes of padding, no unaccelerated values, the mask, padding.
    var body = Self.bytes(UInt32(0)) + Self.bytes(UInt32(0)) + Self.bytes(UInt32(0))
    body += Self.bytes(mask) + Self.bytes(UInt32(0))
    for value in values { body += Self.bytes(value.bitPattern) }
    body += [UInt8](repeating: 0, count: 64 * 8)
    try send(kind: 2, body)
    try synchronize()
  }

  /// Sends one step of a pinch; kinds are 27 for begin, 28 for update and 29 for end.
  public func pinch(
    kind: Int32, scale: Double, x: Double = 0, y: Double = 0, isCancelled: Bool = false
  )
    throws
  {
    try gesture(event: 7, kind: kind, fingers: 2, isCancelled, [x, y, x, y, scale, 0])
  }

  /// Sends one step of a swipe; kinds are 30 for begin, 31 for update and 32 for end.
  public func swipe(
    kind: Int32, fingers: Int, x: Double = 0, y: Double = 0, isCancelled: Bool = false
  ) throws {
    try gesture(event: 8, kind: kind, fingers: fingers, isCancelled, [x, y, x, y])
  }

  /// Sends one step of a finger on a touch screen; kinds are 18 for begin, 19 for update and 20 for
  /// end.
  ///
  /// The position is a fraction of the screen, from 0 at its left and top edges to 1.
  public func touch(kind: UInt32, finger: UInt32, x: Double, y: Double) throws {
    let range = 65_535.0
    var values = [Double](repeating: 0, count: 64)
    values[0] = x * range
    values[1] = y * range
    var body = Self.bytes(finger) + Self.bytes(kind)
    body += Self.bytes(UInt32(0)) + Self.bytes(UInt64(0b11)) + Self.bytes(UInt32(0))
    for value in values { body += Self.bytes(value.bitPattern) }
    body += [UInt8](repeating: 0, count: 64 * 8)
    try send(kind: 6, body)
    try synchronize()
  }

  private func gesture(
    event: UInt32, kind: Int32, fingers: Int, _ isCancelled: Bool, _ values: [Double]
  ) throws {
    var body = Self.bytes(UInt16(kind)) + Self.bytes(UInt16(fingers))
    body += Self.bytes(UInt32(isCancelled ? 1 : 0))
    for value in values { body += Self.bytes(value.bitPattern) }
    try send(kind: event, body)
    try synchronize()
  }

  /// Waits until the server has processed everything sent.
  private func synchronize() throws {
    try send(kind: 1, [])
    try receive(8)
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  private func send(kind: UInt32, _ body: [UInt8]) throws {
    let message = Self.bytes(UInt32(8 + body.count)) + Self.bytes(kind) + body
    var sent = 0
    while sent < message.count {
      let count = message[sent...].withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Errno.last("send") }
      sent += count
    }
  }

  private func receive(_ wanted: Int) throws {
    var got = 0
    var buffer = [UInt8](repeating: 0, count: wanted)
    while got < wanted {
      var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 10_000) > 0 else {
        throw Failure(description: "the device does not answer")
      }
      let count = recv(socket.number, &buffer, wanted - got, 0)
      guard count > 0 else { throw Failure(description: "the device is gone") }
      got += count
    }
  }
}
