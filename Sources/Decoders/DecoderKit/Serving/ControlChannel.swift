import DecoderProtocol
import Glibc
import Platform
import Tiles

/// The decoder's end of the control socket.
///
/// One thread receives; any thread sends. A viewer that has gone or speaks nonsense ends the
/// process at once: there is nobody left to work for.
// Sendable without a check: what receives (`framer`, `shape`) is touched by the main thread only,
// and `monitor` keeps two senders' messages whole.
final class ControlChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let monitor = ConditionLock()
  private var framer = MessageFramer()
  /// How tiles are cut, once the viewer has said it.
  private var shape = TileShape.usual

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Tiles that are asked for from now on are of a kind of pixels that `info` names.
  func expect(_ format: PixelFormat) { shape.format = format }

  /// Sends what every service tells.
  func send(_ message: DecoderMessage<PictureReport>) { send(bytes: message.encoded) }

  /// Sends what is told of a picture, or of encoded ones.
  func send(_ report: PictureReport) { send(bytes: report.encoded) }

  /// Sends what another service tells.
  func send(_ report: some DecoderReport) { send(bytes: report.encoded) }

  /// Sends messages that follow each other.
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

  /// The next message, slept for.
  func receive() -> HostMessage {
    while true {
      if let message = takeMessage() { return message }
      waitForMessages(milliseconds: -1)
      fill()
    }
  }

  /// The next message where one has arrived, without waiting.
  func receiveWaiting() -> HostMessage? { receive(within: 0) }

  /// The next message where one comes within so many seconds.
  func receive(within seconds: Double) -> HostMessage? {
    while true {
      if let message = takeMessage() { return message }
      guard waitForMessages(milliseconds: Int32(seconds * 1000)) else { return nil }
      fill()
    }
  }

  /// Says why and ends the process.
  func fail(_ failure: CodecError) -> Never {
    send(.failure(failure))
    Self.exit(1)
  }

  /// Ends the process at once: nothing of it has to be put in order.
  static func exit(_ status: Int32) -> Never { _exit(status) }

  private func takeMessage() -> HostMessage? {
    do throws(WireError) {
      guard let payload = try framer.next() else { return nil }
      let message = try HostMessage(payload: payload, shape: shape)
      if case .open(let request) = message { shape = request.shape }
      return message
    } catch {
      fail(CodecError(.other, "the viewer broke the protocol: \(error)"))
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
