import DecoderProtocol
import Platform

/// A fetched body, and its origin.
package struct FetchedBody: Sendable {
  /// The unnamed file of a body on disk, open for reading and writing; `nil` for one in memory.
  package let file: Shared<FileDescriptor>?
  /// The result of the request.
  package let answer: FetchAnswer
  private let memory: [UInt8]

  /// A body in a file of its own.
  init(file: Shared<FileDescriptor>, answer: FetchAnswer) {
    self.file = file
    self.answer = answer
    memory = []
  }

  /// A body in memory.
  init(memory: [UInt8], answer: FetchAnswer) {
    file = nil
    self.answer = answer
    self.memory = memory
  }

  /// All bytes; fewer if the file has become shorter.
  package func bytes() -> [UInt8] {
    guard let file else { return memory }
    return (try? FileDescriptor.readAll(file.value.number, at: 0, limit: answer.byteCount)) ?? []
  }
}
