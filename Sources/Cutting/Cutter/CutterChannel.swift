import CutPlan
import DecoderKit
import Glibc
import Platform

/// The socket to the program that started this one.
// Sendable without a check: sending is guarded by a lock, and only the first thread receives.
final class CutterChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let monitor = ConditionLock()

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a message, on any thread.
  func send(_ message: CutMessage) {
    monitor.withLock {
      var bytes = message.encoded[...]
      while !bytes.isEmpty {
        let sent = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if sent > 0 {
          bytes = bytes.dropFirst(sent)
        } else if errno != EINTR {
          // Nobody listens any more.
          _exit(0)
        }
      }
    }
  }

  /// Waits for the next message; the process ends when nobody is there to send one.
  func receive() -> CutMessage {
    var bytes = [UInt8](repeating: 0, count: CutMessage.byteCount)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got > 0 {
        count += got
      } else if got == 0 || errno != EINTR {
        _exit(0)
      }
    }
    guard let message = CutMessage(bytes) else { fail(.protocolBroken) }
    return message
  }

  /// Says why and ends the process.
  func fail(_ failure: CutMessage.Failure) -> Never {
    send(.failure(failure))
    _exit(1)
  }
}
