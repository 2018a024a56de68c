import Decoding
import Glibc
import Platform
import Synchronization

/// A thread that copies the data from a pipe to a `SpooledFile`.
final class PipeSpooler: Sendable {
  private let thread: Mutex<Thread?>
  private let cancel: CancelSignal

  private final class CancelSignal: Sendable {
    let signal: EventSignal
    init() throws(Errno) { signal = try EventSignal() }
  }

  /// Starts copying until the pipe ends; the spooling thread calls `done` once, but not after
  /// `stop`.
  init(
    from source: consuming FileDescriptor,
    into makeFile: @escaping @Sendable () throws(PictureFileError) -> SpooledFile,
    done: @escaping @Sendable (Result<SpooledFile, PictureFileError>) -> Void
  ) throws(Errno) {
    let cancel = try CancelSignal()
    self.cancel = cancel
    let pipe = Shared<FileDescriptor>(source)
    let started = try Thread(name: "spool") {
      let result = Result { () throws(PictureFileError) in
        let file = try makeFile()
        return try Self.copy(pipe, to: file, cancel: cancel.signal) ? file : nil
      }
      switch result {
      case .success(nil): return
      case .success(let file?): done(.success(file))
      case .failure(let error): done(.failure(error))
      }
    }
    thread = Mutex(started)
  }

  /// Cancels copying, and waits until the thread has ended.
  func stop() {
    cancel.signal.raise()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    thread.join()
  }

  /// Copies everything; returns false if cancelled.
  private static func copy(
    _ source: Shared<FileDescriptor>, to file: SpooledFile, cancel: borrowing EventSignal
  ) throws(PictureFileError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var total = 0
    var poll = PollSet()
    poll.add(source.value.number)
    poll.add(cancel.number)
    while true {
      // Wait first: a named pipe that no process has opened for writing reads as ended.
      poll.wait(timeout: nil)
      if poll.isReadable(cancel.number) { return false }
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
