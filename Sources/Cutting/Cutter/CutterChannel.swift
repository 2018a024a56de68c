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
      do throws(Errno) {
        try FileDescriptor.writeAll(message.encoded[...], to: descriptor)
      } catch {
        // Nobody listens any more.
        _exit(0)
      }
    }
  }

  /// Waits for the next message; the process ends when nobody is there to send one.
  func receive() -> CutMessage {
    guard let bytes = try? FileDescriptor.readAll(descriptor, limit: CutMessage.byteCount),
      bytes.count == CutMessage.byteCount
    else { _exit(0) }
    guard let message = CutMessage(bytes) else { fail(.protocolBroken) }
    return message
  }

  /// Says why and ends the process.
  func fail(_ failure: CutMessage.Failure) -> Never {
    send(.failure(failure))
    _exit(1)
  }
}
