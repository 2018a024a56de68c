import Glibc
import Platform

/// Has the description of an archive unpacked into a file without a name.
final class ArchiveOpening {
  /// The archive.
  let archive: PictureArchive
  private let mailbox: Mailbox<Result<Shared<FileDescriptor>, DecodeError>>

  /// Begins with it.
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

  /// What has come of it, once.
  func takeResult() -> Result<Shared<FileDescriptor>, DecodeError>? { mailbox.takeAll().first }

  private static func file(of bytes: [UInt8]) throws(DecodeError) -> Shared<FileDescriptor> {
    do throws(Errno) {
      let file = try MemoryFile().takeDescriptor()
      var done = 0
      while done < bytes.count {
        let count = bytes[done...].withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .last("write") }
        done += count
      }
      return Shared(file)
    } catch {
      throw .notStarted(error)
    }
  }
}
