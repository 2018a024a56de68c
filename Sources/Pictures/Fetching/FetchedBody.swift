import DecoderProtocol
import Platform

/// A fetched body in an unnamed file, and its origin.
package struct FetchedBody: Sendable {
  /// The file, open for reading and writing.
  package let file: Shared<FileDescriptor>
  /// The result of the request.
  package let answer: FetchAnswer

  /// All bytes; fewer if the file has become shorter.
  package func bytes() -> [UInt8] {
    (try? FileDescriptor.readAll(file.value.number, at: 0, limit: answer.byteCount)) ?? []
  }
}
