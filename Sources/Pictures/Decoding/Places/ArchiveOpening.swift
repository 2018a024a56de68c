import Platform

/// Unpacks an archive's description to an unnamed file.
final class ArchiveOpening {
  let archive: PictureArchive
  private let mailbox: Mailbox<Result<Shared<FileDescriptor>, DecodeError>>

  /// Starts unpacking.
  init(_ archive: PictureArchive) throws(Errno) {
    self.archive = archive
    let answers = try Mailbox<Result<Shared<FileDescriptor>, DecodeError>>()
    mailbox = answers
    archive.ask("") { result in
      answers.post(
        result.flatMap { bytes in
          Result { () throws(DecodeError) in try Self.file(of: bytes ?? []) }
        })
    }
  }

  func addDescriptors(to pollSet: inout PollSet) { pollSet.add(mailbox.descriptor) }

  /// The result, once.
  func takeResult() -> Result<Shared<FileDescriptor>, DecodeError>? { mailbox.takeAll().first }

  private static func file(of bytes: [UInt8]) throws(DecodeError) -> Shared<FileDescriptor> {
    do throws(Errno) {
      let file = try MemoryFile().takeDescriptor()
      try FileDescriptor.writeAll(bytes[...], to: file.number)
      return Shared(file)
    } catch {
      throw .notStarted(error)
    }
  }
}
