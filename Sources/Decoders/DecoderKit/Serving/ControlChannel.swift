import DecoderProtocol
import Glibc
import Platform
import Tiles

/// The decoder's end of the control socket.
///
/// One thread receives; any thread may send. If the viewer is gone or sends invalid messages, the
/// process exits at once.
// @unchecked Sendable: only the main thread receives and so uses `framer` and `shape`; `monitor`
// keeps messages of several senders whole.
final class ControlChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let monitor = ConditionLock()
  private var framer = MessageFramer()
  /// The tile layout, once the viewer has sent it.
  private var shape = TileShape.usual

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Sets the pixel format of tiles requested from now on; `info` announces it.
  func expect(_ format: PixelFormat) { shape.format = format }

  /// Sends a message that all services share.
  func send(_ message: DecoderMessage<PictureReport>) { send(bytes: message.encoded) }

  /// Sends a message about a picture or about encoded pictures.
  func send(_ report: PictureReport) { send(bytes: report.encoded) }

  /// Sends another service's message.
  func send(_ report: some DecoderReport) { send(bytes: report.encoded) }

  /// Sends several messages in order.
  func send(_ reports: [some DecoderReport]) { send(bytes: reports.flatMap(\.encoded)) }

  private func send(bytes: [UInt8]) {
    monitor.withLock {
      do throws(Errno) {
        try FileDescriptor.writeAll(bytes[...], to: descriptor)
      } catch {
        Self.exit(1)
      }
    }
  }

  /// Waits for the next message.
  func receive() -> HostMessage {
    while true {
      if let message = takeMessage() { return message }
      waitForMessages(milliseconds: -1)
      fill()
    }
  }

  /// The next message if one has arrived; never waits.
  func receiveWaiting() -> HostMessage? { receive(within: 0) }

  /// The next message if one arrives within `seconds`.
  func receive(within seconds: Double) -> HostMessage? {
    while true {
      if let message = takeMessage() { return message }
      guard waitForMessages(milliseconds: Int32(seconds * 1000)) else { return nil }
      fill()
    }
  }

  /// Reports the error and exits.
  func fail(_ failure: CodecError) -> Never {
    send(.failure(failure))
    Self.exit(1)
  }

  /// Exits at once; there is nothing to clean up.
  static func exit(_ status: Int32) -> Never { _exit(status) }

  private func takeMessage() -> HostMessage? {
    do throws(WireError) {
      guard let payload = try framer.next() else { return nil }
      let message = try HostMessage(payload: payload, shape: shape)
      if case .open(let request) = message { shape = request.shape }
      return message
    } catch {
      fail(CodecError(.other, "the viewer violated the protocol: \(error)"))
    }
  }

  private func fill() {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      guard count > 0 else { Self.exit(0) }
      framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  @discardableResult
  private func waitForMessages(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
