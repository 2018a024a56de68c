import DecoderProtocol
import Glibc
import Platform

/// The fetcher's end of the control socket.
///
/// If the viewer is gone or sends invalid messages, the process exits at once.
final class FetcherChannel {
  private let socket: FileDescriptor
  private var waiting: [[UInt8]] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: FetchWire.longestMessage + 1, alignment: 16)

  init(_ socket: consuming FileDescriptor) { self.socket = socket }

  deinit { buffer.deallocate() }

  var number: Int32 { socket.number }
  /// True if messages are waiting for the socket.
  var isFull: Bool { !waiting.isEmpty }

  func send(_ report: FetchReport) {
    waiting.append(report.encoded)
    flush()
  }

  /// Sends as many messages as the socket takes now.
  func flush() {
    while let next = waiting.first {
      switch next.withUnsafeBytes({ try? socket.send($0) }) {
      case .bytes: waiting.removeFirst()
      case .wouldWait: return
      case .ended, .carriedDescriptors: _exit(0)
      case nil: _exit(1)
      }
    }
  }

  /// The next message with its file; `nil` if none has arrived.
  func receive() -> ReceivedCommand? {
    var received: ReceivedPacket?
    do throws(Errno) {
      received = try socket.receivePacket(into: buffer)
    } catch {
      _exit(1)
    }
    guard var packet = received.take() else { return nil }
    if packet.count == 0 { _exit(0) }
    guard !packet.isCut,
      let order = try? FetchCommand(Array(buffer[..<packet.count])[...])
    else { _exit(2) }
    return ReceivedCommand(order: order, file: packet.descriptor.take())
  }
}

/// A message, and the file attached to it.
struct ReceivedCommand: ~Copyable {
  let order: FetchCommand
  var file: FileDescriptor?
}
