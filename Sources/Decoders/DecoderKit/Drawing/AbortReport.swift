import DecoderProtocol
import Glibc

/// Reports to the viewer when a library calls `abort`, as those in Rust and GLib do.
///
/// A library in an impossible state, or without memory, ends the process without returning an
/// error. The messages are encoded in advance, since a signal handler may neither allocate nor
/// lock.
enum AbortReport {
  /// An allocation of this size succeeds if memory is not the problem.
  private static let probeBytes = 64 << 20

  // Written once, before any other thread starts; only the handler reads it.
  nonisolated(unsafe) private static var messages:
    (noMemory: UnsafeRawBufferPointer, other: UnsafeRawBufferPointer)?

  /// Installs a handler that reports `library`'s abort to the viewer and ends the process.
  ///
  /// Call it after entering the sandbox, which resets all handlers, and before the first thread
  /// starts.
  static func install(library: String) {
    func message(_ code: CodecError.Code, _ sentence: String) -> UnsafeRawBufferPointer {
      let bytes = DecoderMessage<PictureReport>.failure(CodecError(code, sentence)).encoded
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return UnsafeRawBufferPointer(copy)
    }
    messages = (
      message(.tooLarge, "\(library) ran out of memory for the drawing"),
      message(.unsupported, "the drawing can't be drawn: \(library) aborted")
    )
    signal(SIGABRT) { _ in
      let room = mmap(
        nil, AbortReport.probeBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      if let messages = AbortReport.messages {
        let message = room == MAP_FAILED ? messages.noMemory : messages.other
        _ = write(WireFormat.controlDescriptor, message.baseAddress, message.count)
      }
      _exit(1)
    }
  }
}
