import DecoderProtocol
import Synchronization

extension PictureInput {
  /// Reads the picture's bytes from the first on; fewer where it ends.
  ///
  /// Most of the time goes into giving the process the memory that they are put into, page by page:
  /// of a large file a second thread reads the second half.
  package func readWhole(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
    let half = buffer.count / 2
    guard half >= Self.leastHalf else { return try readBytes(at: 0, into: buffer) }
    // The thread alone writes to the second half, and is joined before anybody reads it.
    nonisolated(unsafe) let second = UnsafeMutableRawBufferPointer(rebasing: buffer[half...])
    let first = UnsafeMutableRawBufferPointer(rebasing: buffer[..<half])
    let outcome = Outcome()
    let thread = JoinableThread(name: "read") {
      let read = Result { () throws(CodecError) in try readBytes(at: half, into: second) }
      outcome.value.withLock { $0 = read }
    }
    guard let thread else { return try readBytes(at: 0, into: buffer) }
    let done = Result { () throws(CodecError) in try readBytes(at: 0, into: first) }
    thread.join()
    let count = try done.get()
    let rest = try outcome.value.withLock { $0 }.get()
    return count < half ? count : half + rest
  }

  /// Bytes for which a thread is worth its start.
  private static var leastHalf: Int { 4 << 20 }

  /// What the second thread has read.
  private final class Outcome: Sendable {
    let value = Mutex<Result<Int, CodecError>>(.success(0))
  }
}
