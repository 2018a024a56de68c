import DecoderProtocol
import Glibc

/// What the viewer is told where a library gives up by `abort`, as those in Rust and GLib do.
///
/// A library that finds itself in an impossible state, or has no memory left, ends the process
/// without an error that could be passed on. The messages are made ahead: a signal handler may
/// neither allocate nor lock.
enum AbortReport {
  /// Room that a library with memory left would still get.
  private static let probeBytes = 64 << 20

  // Written once, before any other thread is started, and only read by the handler.
  nonisolated(unsafe) private static var messages:
    (noMemory: UnsafeRawBufferPointer, other: UnsafeRawBufferPointer)?

  /// Sends a sentence about `library` and ends the process wherever it aborts from now on.
  ///
  /// It must be called after the lock-down, which resets all handlers, and before the first thread.
  static func install(library: String) {
    func message(_ code: CodecError.Code, _ sentence: String) -> UnsafeRawBufferPointer {
      let bytes = DecoderMessage<PictureReport>.failure(CodecError(code, sentence)).encoded
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return UnsafeRawBufferPointer(copy)
    }
    messages = (
      message(.tooLarge, "\(library) has not enough memory for the drawing"),
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
