import CutPlan
import DecoderKit
import Glibc
import Platform

/// The socket to the parent program.
// @unchecked Sendable: a lock guards sending, and only the main thread receives.
final class CutterChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let monitor = ConditionLock()

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a message; thread-safe.
  func send(_ message: CutMessage) {
    monitor.withLock {
      do throws(Errno) {
        try FileDescriptor.writeAll(message.encoded[...], to: descriptor)
      } catch {
        // The parent has closed the socket.
        _exit(0)
      }
    }
  }

  /// Waits for the next message; exits if the parent has closed the socket.
  func receive() -> CutMessage {
    guard let bytes = try? FileDescriptor.readAll(descriptor, limit: CutMessage.byteCount),
      bytes.count == CutMessage.byteCount
    else { _exit(0) }
    guard let message = CutMessage(bytes) else { fail(.protocolBroken) }
    return message
  }

  /// Reports the error and exits.
  func fail(_ failure: CutMessage.Failure) -> Never {
    send(.failure(failure))
    _exit(1)
  }
}
