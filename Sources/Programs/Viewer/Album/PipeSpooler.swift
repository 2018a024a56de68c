import Decoding
import Glibc
import Platform

/// A thread that copies the data from a pipe to a `SpooledFile`.
final class PipeSpooler: Sendable {
  private let thread: JoinableThread
  private let cancellation: Cancellation

  /// Starts copying until the pipe ends; the spooling thread calls `done` once, but not after
  /// `stop`.
  init(
    from source: consuming FileDescriptor,
    into makeFile: @escaping @Sendable () throws(PictureFileError) -> SpooledFile,
    done: @escaping @Sendable (Result<SpooledFile, PictureFileError>) -> Void
  ) throws(Errno) {
    let cancellation = try Cancellation()
    self.cancellation = cancellation
    let pipe = Shared<FileDescriptor>(source)
    thread = try JoinableThread(name: "spool") {
      let result = Result { () throws(PictureFileError) in
        let file = try makeFile()
        return try Self.copy(pipe, to: file, cancellation) ? file : nil
      }
      switch result {
      case .success(nil): return
      case .success(let file?): done(.success(file))
      case .failure(let error): done(.failure(error))
      }
    }
  }

  /// Cancels copying, and waits until the thread has ended.
  func stop() {
    cancellation.cancel()
    thread.join()
  }

  /// Copies everything; returns false if cancelled.
  private static func copy(
    _ source: Shared<FileDescriptor>, to file: SpooledFile, _ cancellation: Cancellation
  ) throws(PictureFileError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var total = 0
    var poll = PollSet()
    poll.add(source.value.number)
    poll.add(cancellation.descriptor)
    while true {
      // Wait first: a named pipe that no process has opened for writing reads as ended.
      poll.wait(timeout: nil)
      if poll.isReadable(cancellation.descriptor) { return false }
      guard poll.isReadable(source.value.number) else { continue }
      let count = read(source.value.number, &buffer, buffer.count)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count >= 0 else { throw .system(.last("read")) }
      if count == 0 { return true }
      total += count
      guard total <= file.limit else { throw .tooMuchPiped(limit: file.limit) }
      do throws(Errno) {
        try FileDescriptor.writeAll(buffer[..<count], to: file.descriptor.number)
      } catch {
        throw .system(error)
      }
    }
  }
}
